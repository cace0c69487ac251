/** Serves the pages of this checkout (`dist`) and forwards the rest to a server that may have embedded other pages. */
import { readFileSync } from 'node:fs';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';

const CONTENT_TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html', '.svg': 'image/svg+xml', '.woff2': 'font/woff2' };

function file(path: string): { body: Buffer; type: string } {
  try {
    return { body: readFileSync(join('dist', normalize(path))), type: CONTENT_TYPES[extname(path)] ?? 'application/octet-stream' };
  } catch {
    return { body: readFileSync('dist/index.html'), type: 'text/html' };
  }
}

function serve(request: IncomingMessage, response: ServerResponse): void {
  const { body, type } = file(new URL(request.url ?? '/', 'http://house').pathname);
  const compressed = type === 'font/woff2' ? body : gzipSync(body);
  response.writeHead(200, { 'content-type': type, ...(compressed === body ? {} : { 'content-encoding': 'gzip' }) });
  response.end(compressed);
}

function forward(request: IncomingMessage, response: ServerResponse, port: number): void {
  const upstream = httpRequest({ host: '127.0.0.1', port, path: request.url, method: request.method, headers: request.headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  upstream.on('error', () => response.destroy());
  request.pipe(upstream);
}

/** Starts the proxy; resolves with a function that stops it. */
export function startPagesProxy(port: number, upstream: number): Promise<() => void> {
  const server = createServer((request, response) => (/^\/(api|readyz|healthz)/.test(request.url ?? '') ? forward(request, response, upstream) : serve(request, response)));
  server.on('upgrade', (request, near, head) => {
    const far = connect(upstream, '127.0.0.1', () => {
      const lines = request.rawHeaders.flatMap((_, index, all) => (index % 2 ? [] : [`${all[index]}: ${all[index + 1]}`]));
      far.write(`${request.method} ${request.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
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
  return new Promise((resolve) => {
    server.listen(port, '127.0.0.1', () => resolve(close));
  });
}
