import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Milliseconds in which a client must read at least {@link defaultMinBytes} bytes; the operating system sends in bursts. */
const defaultPeriod = 120_000;
/** Bytes. A telephone at the edge of a network reads fifteen times as much in that time. */
const defaultMinBytes = 8 * 1024;

/** Counters of Node's sockets that its types omit. */
interface Counted {
  readonly _handle: { readonly bytesWritten: number; readonly writeQueueSize: number } | null;
}

export interface UnreadResponseLimits {
  patience?: number;
  least?: number;
}

/**
 * Closes connections whose clients stop reading: an unread response stays in memory with its connection. Downloads may
 * take hours as long as they progress; idle live streams are exempt.
 */
export function endUnreadResponses(server: Server, limits: UnreadResponseLimits = {}): void {
  const { patience = defaultPeriod, least = defaultMinBytes } = limits;
  /** By connection: bytes read by its client so far, and since when more has been waiting. */
  const waiting = new Map<Socket, { at: number; received: number }>();
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => {
      sockets.delete(socket);
      waiting.delete(socket);
    });
  });
  const look = (now: number) => {
    for (const socket of sockets) {
      const handle = (socket as unknown as Counted)._handle;
      if (!handle || (socket.writableLength === 0 && handle.writeQueueSize === 0)) {
        waiting.delete(socket);
        continue;
      }
      const received = handle.bytesWritten - handle.writeQueueSize;
      const before = waiting.get(socket);
      if (!before || received - before.received >= least) waiting.set(socket, { at: now, received });
      else if (now - before.at >= patience) socket.destroy();
    }
  };
  const timer = setInterval(() => look(performance.now()), patience / 4).unref();
  server.once('close', () => clearInterval(timer));
}
