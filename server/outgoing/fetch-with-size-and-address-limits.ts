import type http from 'node:http';
import { type Readable, Transform } from 'node:stream';
import { OutgoingError, type OutgoingReason } from './outgoing-request-error.ts';
import { lookUpAllowedAddress, whyUrlIsForbidden } from './ssrf-protection-of-outgoing-requests.ts';

/** The operator's networks that may be called. */
export interface Outgoing {
  readonly config: { readonly innerNetworks: readonly string[] };
}

export interface OutgoingRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | Readable;
  /** Maximum size of the response body. */
  readonly maxBytes: number;
  /** Milliseconds in total: name lookup, connection, and the response to its last byte. */
  readonly timeout: number;
  readonly signal?: AbortSignal;
}

/**
 * A response whose body is still arriving. It fails with an {@link OutgoingError} if it becomes too large or takes too
 * long.
 */
export interface OutgoingAnswer {
  readonly status: number;
  readonly ok: boolean;
  readonly headers: Headers;
  readonly body: Readable;
}

/**
 * The only way this server calls others: public hosts by https, and networks opened by the operator (`INNER_NETWORKS`).
 * Redirects are not followed; size and time are limited.
 *
 * @throws OutgoingError
 */
export async function openLimited(
  { config: { innerNetworks } }: Outgoing,
  address: string | URL,
  request: OutgoingRequest,
): Promise<OutgoingAnswer> {
  if (whyUrlIsForbidden(address, { innerNetworks })) throw new OutgoingError('closed');
  const url = new URL(address);
  const rule = { innerNetworks, encrypted: url.protocol === 'https:' };
  const limit = AbortSignal.timeout(request.timeout);
  const explain = (error: unknown) =>
    error instanceof OutgoingError
      ? error
      : new OutgoingError(limit.aborted ? 'timeout' : 'unreachable', { cause: error });
  const { request: call } = await (rule.encrypted ? import('node:https') : import('node:http'));
  const sent = call(url, {
    method: request.method ?? 'GET',
    agent: false,
    lookup: lookUpAllowedAddress(rule),
    signal: request.signal ? AbortSignal.any([limit, request.signal]) : limit,
    headers: { 'accept-encoding': 'identity', ...request.headers },
  });
  const answered = new Promise<http.IncomingMessage>((resolve, reject) => {
    sent.on('response', resolve);
    sent.on('error', (error) => reject(explain(error)));
    // a protocol that nobody asked for
    sent.on('upgrade', (_answer, socket) => {
      socket.destroy();
      reject(explain(undefined));
    });
    sent.on('close', () => reject(explain(undefined)));
  });
  send(sent, request.body);
  const answer = await answered;
  const wrong = refuseAnswer(answer, request);
  if (wrong) {
    sent.destroy();
    throw new OutgoingError(wrong);
  }
  const body = countBytes(request.maxBytes);
  answer.on('error', (error) => body.destroy(explain(error)));
  body.on('close', () => sent.destroy());
  answer.pipe(body);
  const { statusCode: status = 0 } = answer;
  return { status, ok: status >= 200 && status < 300, headers: headersOf(answer), body };
}

function send(sent: http.ClientRequest, body: OutgoingRequest['body']): void {
  if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) {
    sent.end(body);
    return;
  }
  body.on('error', (error) => sent.destroy(error));
  sent.on('close', () => body.destroy());
  body.pipe(sent);
}

/** The reason to refuse a response by its headers. */
function refuseAnswer(
  { statusCode = 0, headers }: http.IncomingMessage,
  { maxBytes }: OutgoingRequest,
): OutgoingReason | undefined {
  if (statusCode >= 300 && statusCode < 400 && statusCode !== 304) return 'redirected';
  if (!['identity', ''].includes(headers['content-encoding'] ?? '')) return 'encoded';
  return Number(headers['content-length'] ?? 0) > maxBytes ? 'too_large' : undefined;
}

/** {@link openLimited} with the complete response, like `fetch`. */
export async function fetchLimited(by: Outgoing, address: string | URL, request: OutgoingRequest): Promise<Response> {
  const { status, headers, body } = await openLimited(by, address, request);
  const pieces: Buffer[] = [];
  for await (const piece of body as AsyncIterable<Buffer>) pieces.push(piece);
  const empty = status === 204 || status === 205 || status === 304;
  return new Response(empty ? null : new Uint8Array(Buffer.concat(pieces)), { status, headers });
}

function countBytes(most: number): Transform {
  let size = 0;
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      size += piece.length;
      if (size > most) done(new OutgoingError('too_large'));
      else done(null, piece);
    },
  });
}

function headersOf({ headers }: http.IncomingMessage): Headers {
  const all = new Headers();
  for (const [name, value] of Object.entries(headers)) for (const one of [value ?? []].flat()) all.append(name, one);
  return all;
}
