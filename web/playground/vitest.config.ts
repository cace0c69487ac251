import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['playground/tests/**/*.test.ts'],
    environment: 'node',
    fileParallelism: false,
    testTimeout: 1_800_000,
    hookTimeout: 120_000,
  },
});
