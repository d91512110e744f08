import type { IncomingMessage, Server } from 'node:http';

/** Milliseconds in which a client must send at least {@link defaultMinBytes} bytes. */
const defaultPeriod = 60_000;
/** Bytes: 1 kB a second, a fifth of what a telephone sends over GPRS. */
const defaultMinBytes = 60 * 1024;
/** Milliseconds in which a call without a file must arrive completely. */
const defaultBodyTimeout = 120_000;

export interface RequestBodyLimits {
  patience?: number;
  least?: number;
  whole?: number;
}

interface Sending {
  readonly begun: number;
  at: number;
  received: number;
}

/** Files are streamed to disk; any other body stays in memory until it is complete. */
const bringsFile = ({ headers }: IncomingMessage): boolean =>
  /^(multipart\/form-data|application\/offset\+octet-stream)\b/.test(headers['content-type'] ?? '');

/**
 * Closes requests that do not arrive: uploads may take as long as they progress, small bodies have a time limit. Time
 * in which received data waits unread here does not count. Ends like the server's own timeout.
 */
export function endSlowRequestBodies(server: Server, limits: RequestBodyLimits = {}): void {
  const { patience = defaultPeriod, least = defaultMinBytes, whole = defaultBodyTimeout } = limits;
  const arriving = new Map<IncomingMessage, Sending>();
  server.on('request', (request: IncomingMessage) => {
    if (request.complete) return;
    const now = performance.now();
    arriving.set(request, { begun: now, at: now, received: request.socket.bytesRead });
    request.once('close', () => arriving.delete(request));
  });
  const end = (request: IncomingMessage) => {
    arriving.delete(request);
    const late = Object.assign(new Error('the request did not arrive in time'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    server.emit('clientError', late, request.socket);
  };
  const look = (now: number) => {
    for (const [request, one] of arriving) {
      const received = request.socket.bytesRead;
      if (request.complete || request.destroyed) arriving.delete(request);
      else if (!bringsFile(request) && now - one.begun >= whole) end(request);
      else if (request.readableLength > 0 || received - one.received >= least)
        Object.assign(one, { at: now, received });
      else if (now - one.at >= patience) end(request);
    }
  };
  const timer = setInterval(() => look(performance.now()), Math.min(patience, whole) / 4).unref();
  server.once('close', () => clearInterval(timer));
}
