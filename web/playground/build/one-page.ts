/** Puts script and style into the page, and says what the page may do: nothing but itself. A browser does not load modules, workers and fonts from a disk. */
import { createHash } from 'node:crypto';
import type { Plugin, Rolldown } from 'vite';

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** No request goes anywhere; the one script is known by its hash, so that no text that is shown can bring another. */
const policy = (script: string): string =>
  `default-src 'none'; script-src ${hashOf(script)} 'wasm-unsafe-eval'; worker-src blob:; style-src 'unsafe-inline'; font-src data:; img-src data:; base-uri 'none'; form-action 'none'`;

const isChunk = (file: Rolldown.OutputChunk | Rolldown.OutputAsset): file is Rolldown.OutputChunk => file.type === 'chunk';

export function onePage(): Plugin {
  return {
    name: 'one-page',
    enforce: 'post',
    generateBundle(_, bundle) {
      const page = bundle['index.html'];
      // A worker is a bundle of its own, which has no page.
      if (page?.type !== 'asset') return;
      const files = Object.values(bundle);
      const [script, ...more] = files.filter(isChunk);
      if (!script || more.length > 0) throw new Error(`one script is wanted, not ${more.length + 1}`);
      const code = script.code.replaceAll('</script', '<\\/script').trim();
      const style = files.filter((file) => file.fileName.endsWith('.css')).map((file) => String((file as Rolldown.OutputAsset).source)).join('\n');
      const html = String(page.source).replace(/\s*<(script type="module"[^>]*><\/script|link rel="stylesheet"[^>]*)>/g, '');
      page.source = html
        .replace('<meta charset="utf-8" />', () => `<meta charset="utf-8" />\n    <meta http-equiv="Content-Security-Policy" content="${policy(code)}" />`)
        .replace('</head>', () => `  <style>${style}</style>\n  </head>`)
        .replace('</body>', () => `  <script type="module">${code}</script>\n  </body>`);
      for (const { fileName } of files) if (fileName !== page.fileName) Reflect.deleteProperty(bundle, fileName);
    },
  };
}
