import type net from 'node:net';
import type pg from 'pg';
import { Parser } from 'pg-protocol/dist/parser.js';

/** Properties of a connection and its parser that the driver's types do not declare. */
interface Connection {
  attachListeners(stream: net.Socket): void;
  emit(event: string, message: unknown): boolean;
}
interface Reader {
  reader: { encoding: BufferEncoding };
}

/**
 * Lets a client that is not yet connected return results as raw bytes: decoding ten kilobytes of Chinese and encoding
 * them again for the response is a tenth of the cost of a page. Requires the types of
 * `postgres-result-type-parsers.ts`; texts of errors are not decoded.
 */
export function returnResultsAsBytes(client: pg.Client): void {
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
