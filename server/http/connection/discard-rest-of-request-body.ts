import type { IncomingMessage } from 'node:http';

/** Bytes that are read to the end: a dozen pasted pictures. Whoever sends more loses the connection. */
const most = 64 * 1024 * 1024;
/** Milliseconds in which they must arrive. */
const defaultTimeout = 15_000;

/**
 * Reads what is left of a body that is not wanted and drops it. A browser reads no answer while it sends: if the
 * connection is closed before, it reports a failure of the network instead of the answer, and a queued write is sent
 * again and again. Resolves also when the sender is too slow, sends too much or leaves.
 */
export function discardRestOfRequestBody(request: IncomingMessage, timeout = defaultTimeout): Promise<void> {
  if (request.complete || request.destroyed || request.readableEnded) return Promise.resolve();
  return new Promise((resolve) => {
    let received = 0;
    const end = () => {
      clearTimeout(late);
      request.off('data', count).off('end', end).off('close', end).off('error', end);
      resolve();
    };
    const count = (chunk: Buffer) => {
      received += chunk.length;
      if (received > most) end();
    };
    const late = setTimeout(end, timeout).unref();
    request.on('data', count).on('end', end).on('close', end).on('error', end).resume();
  });
}
