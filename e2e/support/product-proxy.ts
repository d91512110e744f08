import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy before the product, which can be gone, and behind which another build of the pages can be deployed. */
export interface ProductProxy {
  readonly url: string;
  /** From now on connections are closed without an answer, as by a server that is down. */
  setGone(gone: boolean): void;
  /** From now on pages are those of another build: the same scripts under other addresses. */
  deploy(): void;
  close(): Promise<void>;
}

/** Where the files of the second build lie; to the product they are those of the first. */
const second = '/assets/v2/';

/** Starts a proxy before a product. */
export async function startProductProxy(product: string): Promise<ProductProxy> {
  const { hostname, port } = new URL(product);
  let isGone = false;
  let isDeployed = false;
  const server = http.createServer((request, response) => {
    const { url = '/', method, socket } = request;
    if (isGone) {
      socket.destroy();
      return;
    }
    const isOfSecond = url.startsWith(second);
    const headers: http.OutgoingHttpHeaders = { ...request.headers, 'accept-encoding': 'identity' };
    // a page of the first build is not “unchanged”
    if (isDeployed) for (const name of ['if-none-match', 'if-modified-since']) delete headers[name];
    const path = isOfSecond ? url.replace(second, '/assets/') : url;
    const onward = http.request({ hostname, port, path, method, headers }, (answer) => {
      const type = answer.headers['content-type'] ?? '';
      const names = isOfSecond ? /javascript|css/ : /html/;
      const isRenamed = isOfSecond || isDeployed ? names.test(type) || url.startsWith('/offline-worker.js') : false;
      if (!isRenamed) {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
        return;
      }
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => {
        const { 'content-length': _length, etag: _etag, ...rest } = answer.headers;
        response.writeHead(answer.statusCode ?? 502, rest);
        response.end(
          Buffer.concat(parts)
            .toString('utf8')
            .replaceAll(/(?<=["'(`]\/?)assets\//g, second.slice(1)),
        );
      });
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setGone(gone) {
      isGone = gone;
      if (gone) server.closeAllConnections();
    },
    deploy() {
      isDeployed = true;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
