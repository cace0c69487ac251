import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

const server = process.env.CROUPIER_URL ?? 'http://127.0.0.1:8080';

/** What every page loads is one file, and what every table loads besides another: small files compress badly. The lobby must not load what only tables need, so that neither file takes in what its parts import. */
const base = { name: 'base', test: /node_modules|src\/(api|shell|text|cards\/faces)/, minShareCount: 2, priority: 1 };
const tableParts = { name: 'table', test: /src\/(cards|cloth|table-page)\//, minShareCount: 2 };

export default defineConfig({
  plugins: [svelte()],
  build: { target: 'es2022', assetsInlineLimit: 0, cssCodeSplit: true, rolldownOptions: { output: { codeSplitting: { includeDependenciesRecursively: false, groups: [base, tableParts] } } } },
  server: { proxy: { '/api': { target: server, ws: true } } },
});
