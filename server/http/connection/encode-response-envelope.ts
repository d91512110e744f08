import type { Locale } from '#kernel/text/text.ts';
import { wireCode } from '#kernel/wire/response-envelope-refusal-list-page-and-row-property-types.ts';
import type { Refused } from '#server/refusal.ts';
import {
  type ByteString,
  byteStringToBuffer,
  decodeByteString,
  encodeByteString,
  joinByteStrings,
} from '#server/utf8-byte-string.ts';

/** JSON from PostgreSQL that is inserted into the envelope without parsing. */
export class JsonText {
  readonly #text: string;
  constructor(text: string) {
    this.#text = text;
  }

  get text(): string {
    return this.#text;
  }
}

/** The same as bytes, decoded only when read. */
export class JsonBytes extends JsonText {
  readonly bytes: ByteString;
  constructor(given: ByteString) {
    super('');
    this.bytes = given;
  }

  override get text(): string {
    return decodeByteString(this.bytes);
  }
}

/** JSON in parts, of which those that are bytes were encoded before. */
export class JsonParts extends JsonText {
  readonly #parts: readonly (string | Buffer)[];
  constructor(parts: readonly (string | Buffer)[]) {
    super('');
    this.#parts = parts;
  }

  buffers(): readonly Buffer[] {
    return this.#parts.map((one) => (typeof one === 'string' ? Buffer.from(one) : one));
  }

  override get text(): string {
    return Buffer.concat(this.buffers()).toString();
  }
}

/** The result of an action that returns more than data. */
export class Answer<T = unknown> {
  readonly data: T;
  readonly message: string;
  constructor(data: T, message = '') {
    this.data = data;
    this.message = message;
  }
}

export const toUnixSeconds = (now = Date.now()) => Math.floor(now / 1000);

/** The envelope up to its data, keys in the contract's order: code, msg, time, data. */
const startOfEnvelope = (code: number, message: string): string =>
  `{"code":${code},"msg":${JSON.stringify(message)},"time":${toUnixSeconds()},"data":`;

/** The envelope as text. */
export function envelope(code: number, message: string, data: unknown): string {
  const body = data instanceof JsonText ? data.text : JSON.stringify(data === undefined ? null : data);
  return `${startOfEnvelope(code, message)}${body}}`;
}

export const okEnvelope = (data: unknown, message = '') => envelope(wireCode.ok, message, data);

/**
 * The encoded envelope for an action's result. Encoded once: for a string, the framework computes the length and the
 * socket the bytes, in a pass each.
 */
export function encodeAnswer(result: unknown): Buffer {
  const { data, message } = result instanceof Answer ? result : { data: result, message: '' };
  if (data instanceof JsonParts)
    return Buffer.concat([Buffer.from(startOfEnvelope(wireCode.ok, message)), ...data.buffers(), Buffer.from('}')]);
  if (!(data instanceof JsonBytes)) return Buffer.from(okEnvelope(data, message));
  const start = encodeByteString(startOfEnvelope(wireCode.ok, message));
  return byteStringToBuffer(joinByteStrings`${start}${data.bytes}}`);
}

/** A refusal in the caller's language. A 409 has no `time` (wire contract §2.1). */
export function refusalEnvelope(refused: Refused, locale: Locale): string {
  if (refused.code === wireCode.refresh)
    return `{"code":409,"msg":${JSON.stringify(refused.messageIn(locale))},"data":${JSON.stringify(refused.data)}}`;
  return envelope(refused.code, refused.messageIn(locale), refused.data);
}
