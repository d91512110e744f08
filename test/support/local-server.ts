import { once } from 'node:events';
import http, { type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LocalServer {
  /** Its address, without a trailing slash. */
  readonly base: string;
  /** Stops it and closes open connections. */
  close(): Promise<void>;
}

/** Starts another server on this machine, in place of a service that the product calls. */
export async function startLocalServer(answer: RequestListener): Promise<LocalServer> {
  const server = http.createServer(answer);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Sends an endless answer. */
export function writeEndlessly(response: ServerResponse): void {
  const write = () => {
    while (!response.destroyed && response.write(Buffer.alloc(65_536, 32)));
    response.once('drain', write);
  };
  write();
}
