import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    environment: 'node',
    fileParallelism: false,
    maxConcurrency: 6,
    testTimeout: 300_000,
    hookTimeout: 120_000,
    globalSetup: ['tests/server.ts'],
  },
});
