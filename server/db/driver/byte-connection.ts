import type net from 'node:net';
import type pg from 'pg';
import { Parser } from 'pg-protocol/dist/parser.js';

/** What the driver's own types do not tell of a connection and of what reads its messages. */
interface Connection {
  attachListeners(stream: net.Socket): void;
  emit(event: string, message: unknown): boolean;
}
interface Reader {
  reader: { encoding: BufferEncoding };
}

/**
 * Lets the answers of a client that has yet to connect come as the bytes they are: to decode ten kilobytes of Chinese and
 * encode them again for whoever asked is a tenth of what a page takes the server. Its types have to be those of
 * `wire-types.ts`; words of an error are not decoded.
 */
export function answerInBytes(client: pg.Client): void {
  const connection = (client as unknown as { connection: Connection }).connection;
  connection.attachListeners = (stream) => {
    const parser = new Parser();
    (parser as unknown as Reader).reader.encoding = 'latin1';
    stream.on('data', (chunk: Buffer) => {
      parser.parse(chunk, (message) =>
        connection.emit(message.name === 'error' ? 'errorMessage' : message.name, message),
      );
    });
  };
}
