import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { contents } from './build/contents.ts';
import { onePage } from './build/one-page.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: at('.'),
  plugins: [svelte({ configFile: at('../svelte.config.js') }), contents(at('../..')), onePage()],
  resolve: { alias: { 'croupier/module': at('../../target/npm/croupier.js') } },
  // Everything is in the page itself, so that it opens from a disk too.
  build: { target: 'es2022', outDir: at('../../target/playground'), emptyOutDir: true, assetsInlineLimit: Number.MAX_SAFE_INTEGER, cssCodeSplit: false, modulePreload: false },
});
