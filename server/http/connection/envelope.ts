import type { Locale } from '#kernel/text/text.ts';
import { wireCode } from '#kernel/wire/envelope.ts';
import { type ByteString, bytes, fromBytes, toBuffer, toBytes } from '#server/byte-string.ts';
import type { Refused } from '#server/refusal.ts';

/** JSON that PostgreSQL already wrote; it is put into the envelope without being parsed. */
export class JsonText {
  readonly #text: string;
  constructor(text: string) {
    this.#text = text;
  }

  get text(): string {
    return this.#text;
  }
}

/** The same as the bytes it came in, which are decoded for those alone who read it. */
export class JsonBytes extends JsonText {
  readonly bytes: ByteString;
  constructor(given: ByteString) {
    super('');
    this.bytes = given;
  }

  override get text(): string {
    return fromBytes(this.bytes);
  }
}

/** What an action answers with when it says more than data. */
export class Answer {
  readonly data: unknown;
  readonly message: string;
  constructor(data: unknown, message = '') {
    this.data = data;
    this.message = message;
  }
}

export const seconds = (now = Date.now()) => Math.floor(now / 1000);

/** The envelope as text, keys in the contract's order: code, msg, time, data. */
export function envelope(code: number, message: string, data: unknown): string {
  const body = data instanceof JsonText ? data.text : JSON.stringify(data === undefined ? null : data);
  return `{"code":${code},"msg":${JSON.stringify(message)},"time":${seconds()},"data":${body}}`;
}

export const okEnvelope = (data: unknown, message = '') => envelope(wireCode.ok, message, data);

/**
 * The envelope of what an action answered with, encoded once: of a text the framework takes the length and the socket the
 * bytes, each in a pass of its own.
 */
export function encodeAnswer(result: unknown): Buffer {
  const { data, message } = result instanceof Answer ? result : { data: result, message: '' };
  if (!(data instanceof JsonBytes)) return Buffer.from(okEnvelope(data, message));
  const encoded = toBytes(JSON.stringify(message));
  return toBuffer(bytes`{"code":${wireCode.ok},"msg":${encoded},"time":${seconds()},"data":${data.bytes}}`);
}

/** A refusal in the caller's language. The 409 answer carries no time (wire contract §2.1). */
export function refusalEnvelope(refused: Refused, locale: Locale): string {
  if (refused.code === wireCode.refresh)
    return `{"code":409,"msg":${JSON.stringify(refused.messageIn(locale))},"data":${JSON.stringify(refused.data)}}`;
  return envelope(refused.code, refused.messageIn(locale), refused.data);
}
