import net from 'node:net';

/** One request. */
export interface Request {
  method: 'GET' | 'POST';
  path: string;
  /** JSON. */
  body?: string;
  /** `Idempotency-Key`, which the browser sends with every write. */
  key?: string;
  /** Further header lines of this request, such as its signature, each terminated by \r\n. */
  headers?: string;
}

/** One side of a comparison: its requests, and the check of their answers. */
export interface Side {
  port: number;
  /** Header lines of every request, each terminated by \r\n. */
  headers: string;
  /** The next request of a connection. */
  next(connection: number): Request;
  /** Throws when the body is not the expected answer. Called for one answer in {@link checkedEvery}. */
  check(body: unknown): void;
  /** What every answer begins with. Default: the envelope of the contract. */
  begins?: Buffer;
}

export interface DriveResult {
  done: number;
  seconds: number;
  /** Milliseconds from request to whole answer, ascending. */
  latencies: Float64Array;
}

const checkedEvery = 40;
const okStatus = Buffer.from('HTTP/1.1 200');
/** Both sides use the envelope of the contract; a refusal is an error of the bench. */
const okBody = Buffer.from('{"code":1,');
const headEnd = Buffer.from('\r\n\r\n');

/**
 * Keeps `connections` callers busy for `ms`, each sending its next request as soon as it has its answer. Uses bare
 * sockets: on a small machine a comfortable client would use more of the processor than either server.
 */
export async function drive(side: Side, connections: number, ms: number): Promise<DriveResult> {
  const latencies: number[] = [];
  const started = performance.now();
  const until = started + ms;
  await Promise.all(Array.from({ length: connections }, (_, at) => converse(side, at, until, latencies)));
  const seconds = (performance.now() - started) / 1000;
  return { done: latencies.length, seconds, latencies: Float64Array.from(latencies).sort() };
}

function converse(side: Side, connection: number, until: number, latencies: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ port: side.port, host: '127.0.0.1', noDelay: true });
    let sentAt = 0;
    let count = 0;
    let answer: Buffer = Buffer.alloc(0);
    let due = -1;
    const fail = (error: Error) => {
      socket.destroy();
      reject(error);
    };
    const send = () => {
      sentAt = performance.now();
      socket.write(writeRequest(side, side.next(connection)));
    };
    socket.on('connect', send);
    socket.on('error', fail);
    socket.on('close', () => resolve());
    socket.on('data', (chunk: Buffer) => {
      answer = answer.length === 0 ? chunk : Buffer.concat([answer, chunk]);
      if (due < 0) due = lengthOf(answer);
      if (due < 0 || answer.length < due) return;
      latencies.push(performance.now() - sentAt);
      try {
        verify(side, answer, count++ % checkedEvery === 0);
      } catch (error) {
        fail(error as Error);
        return;
      }
      answer = Buffer.alloc(0);
      due = -1;
      if (performance.now() < until) send();
      else socket.end();
    });
  });
}

function writeRequest({ headers }: Side, { method, path, body, key, headers: own = '' }: Request): string {
  const once = key === undefined ? '' : `idempotency-key: ${key}\r\n`;
  const start = `${method} ${path} HTTP/1.1\r\nhost: bench\r\n${headers}${own}${once}`;
  return body === undefined
    ? `${start}\r\n`
    : `${start}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

/** Length of the complete answer in bytes, or -1 while its header is incomplete. */
function lengthOf(answer: Buffer): number {
  const end = answer.indexOf(headEnd);
  if (end < 0) return -1;
  const length = /\r\ncontent-length: (\d+)/i.exec(answer.toString('latin1', 0, end))?.[1];
  if (length === undefined) throw new Error(`an answer without length: ${answer.toString('utf8', 0, 300)}`);
  return end + headEnd.length + Number(length);
}

/** Errors must never count as speed: the status of every answer is checked, and the body of some. */
function verify(side: Side, answer: Buffer, wholly: boolean): void {
  const { begins = okBody } = side;
  const start = answer.indexOf(headEnd) + headEnd.length;
  const right =
    answer.subarray(0, okStatus.length).equals(okStatus) &&
    answer.subarray(start, start + begins.length).equals(begins);
  if (!right) throw new Error(`not the answer that was due: ${answer.toString('utf8', 0, 2000)}`);
  if (wholly) side.check((JSON.parse(answer.toString('utf8', start)) as { data: unknown }).data);
}
