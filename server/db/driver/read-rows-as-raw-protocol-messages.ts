import type { Duplex } from 'node:stream';
import type pg from 'pg';
import { mayUseUndocumentedFeatures } from '#server/db/driver/allow-undocumented-driver-features.ts';
import { DatabaseUnavailableError, isDatabaseUnavailable } from '#server/db/driver/database-availability.ts';

type Listener = (chunk: Buffer) => void;

/**
 * The rows of a statement without parameters (the next batch of a cursor) as raw DataRow messages of PostgreSQL's
 * protocol, https://www.postgresql.org/docs/current/protocol-message-formats.html. The driver would make an object of
 * each row and a string of each value, most of the cost of an export of a hundred thousand rows.
 */
export async function readRowsAsRawProtocolMessages(client: pg.ClientBase, text: string): Promise<readonly Buffer[]> {
  try {
    if (!mayUseUndocumentedFeatures(client)) return await encodeDataRows(client, text);
    return await new Promise((resolve, reject) => client.query(new DataRowQuery(text, resolve, reject)));
  } catch (error) {
    throw isDatabaseUnavailable(error) ? new DatabaseUnavailableError({ cause: error }) : error;
  }
}

/** Type byte of the message. */
const dataRow = 0x44;
/** Type, and four bytes of length, which include themselves. */
const headLength = 5;

const asSent = { getTypeParser: () => (value: string) => value };

/** The same messages, encoded from rows that the driver has read. */
async function encodeDataRows(client: pg.ClientBase, text: string): Promise<readonly Buffer[]> {
  const { rows } = await client.query<(string | null)[]>({ text, rowMode: 'array', types: asSent });
  return rows.map(encodeDataRow);
}

function encodeDataRow(row: readonly (string | null)[]): Buffer {
  const values = row.map((value) => (value === null ? undefined : Buffer.from(value)));
  const length = values.reduce((sum, value) => sum + 4 + (value?.length ?? 0), headLength + 2);
  const message = Buffer.alloc(length);
  message[0] = dataRow;
  message.writeUInt32BE(length - 1, 1);
  message.writeUInt16BE(values.length, headLength);
  let at = headLength + 2;
  for (const value of values) {
    at = message.writeInt32BE(value?.length ?? -1, at);
    if (value) at += value.copy(message, at);
  }
  return message;
}

/** A query that takes the rows itself and passes all other messages on to the driver. */
class DataRowQuery implements pg.Submittable {
  readonly #text: string;
  readonly #resolve: (rows: Buffer[]) => void;
  readonly #reject: (error: Error) => void;
  readonly #rows: Buffer[] = [];
  #stream: Duplex | undefined;
  #driver: Listener | undefined;
  #rest: Buffer | undefined;

  constructor(text: string, resolve: (rows: Buffer[]) => void, reject: (error: Error) => void) {
    this.#text = text;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  submit(connection: pg.Connection): Error | undefined {
    const [driver, ...others] = connection.stream.listeners('data') as Listener[];
    if (!driver || others.length > 0) return new Error('somebody else reads from this connection');
    this.#stream = connection.stream;
    this.#driver = driver;
    connection.stream.off('data', driver);
    connection.stream.on('data', this.#read);
    connection.query(this.#text);
    return undefined;
  }

  readonly #read = (chunk: Buffer): void => {
    const read = this.#rest ? Buffer.concat([this.#rest, chunk]) : chunk;
    this.#rest = undefined;
    let rows = 0;
    let at = 0;
    while (at + headLength <= read.length) {
      const end = at + 1 + read.readUInt32BE(at + 1);
      if (end > read.length) break;
      if (read[at] !== dataRow) {
        this.#keep(read, rows, at);
        const driver = this.#driver as Listener;
        driver(read.subarray(at, end));
        rows = end;
        // at its end or failure the driver reads again
        if (!this.#driver) {
          if (end < read.length) driver(read.subarray(end));
          return;
        }
      }
      at = end;
    }
    this.#keep(read, rows, at);
    if (at < read.length) this.#rest = read.subarray(at);
  };

  #keep(read: Buffer, from: number, to: number): void {
    if (to > from) this.#rows.push(read.subarray(from, to));
  }

  #end(): void {
    if (!this.#driver) return;
    this.#stream?.off('data', this.#read);
    this.#stream?.on('data', this.#driver);
    this.#driver = undefined;
  }

  handleRowDescription(): void {}
  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#end();
    this.#resolve(this.#rows);
  }

  handleError(error: Error): void {
    this.#end();
    this.#reject(error);
  }
}
