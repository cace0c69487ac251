/** The pages of this checkout before a house whose program has embedded others: files from `dist`, the rest passed on. */
import { readFileSync } from 'node:fs';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';

const KINDS: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html', '.svg': 'image/svg+xml', '.woff2': 'font/woff2' };

function file(path: string): { body: Buffer; kind: string } {
  try {
    return { body: readFileSync(join('dist', normalize(path))), kind: KINDS[extname(path)] ?? 'application/octet-stream' };
  } catch {
    return { body: readFileSync('dist/index.html'), kind: 'text/html' };
  }
}

function serve(asked: IncomingMessage, answer: ServerResponse): void {
  const { body, kind } = file(new URL(asked.url ?? '/', 'http://house').pathname);
  const packed = kind === 'font/woff2' ? body : gzipSync(body);
  answer.writeHead(200, { 'content-type': kind, ...(packed === body ? {} : { 'content-encoding': 'gzip' }) });
  answer.end(packed);
}

function pass(asked: IncomingMessage, answer: ServerResponse, port: number): void {
  const on = request({ host: '127.0.0.1', port, path: asked.url, method: asked.method, headers: asked.headers }, (found) => {
    answer.writeHead(found.statusCode ?? 502, found.headers);
    found.pipe(answer);
  });
  on.on('error', () => answer.destroy());
  asked.pipe(on);
}

/** Opens the front of a house; returns how to close it. */
export function front(port: number, house: number): Promise<() => void> {
  const server = createServer((asked, answer) => (/^\/(api|readyz|healthz)/.test(asked.url ?? '') ? pass(asked, answer, house) : serve(asked, answer)));
  server.on('upgrade', (asked, near, head) => {
    const far = connect(house, '127.0.0.1', () => {
      const lines = asked.rawHeaders.flatMap((_, place, all) => (place % 2 ? [] : [`${all[place]}: ${all[place + 1]}`]));
      far.write(`${asked.method} ${asked.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      far.write(head);
      near.pipe(far).pipe(near);
    });
    far.on('error', () => near.destroy());
    near.on('error', () => far.destroy());
    far.on('close', () => near.destroy());
    near.on('close', () => far.destroy());
  });
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return new Promise((opened) => {
    server.listen(port, '127.0.0.1', () => opened(() => close()));
  });
}
