import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

const server = process.env.CROUPIER_URL ?? 'http://127.0.0.1:8080';

/** What every table loads is one file, although desks use parts of it: small files compress badly. */
const tableParts = { name: 'table', test: /src\/(cards|cloth|table-page)\//, minShareCount: 2 };

export default defineConfig({
  plugins: [svelte()],
  build: { target: 'es2022', assetsInlineLimit: 0, cssCodeSplit: true, rolldownOptions: { output: { codeSplitting: { groups: [tableParts] } } } },
  server: { proxy: { '/api': { target: server, ws: true } } },
});
