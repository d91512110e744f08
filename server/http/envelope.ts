import type { Locale } from '#kernel/text.ts';
import { wireCode } from '#kernel/wire.ts';
import type { Refused } from '#server/refusal.ts';

/** JSON that PostgreSQL already wrote; it is put into the envelope without being parsed. */
export class JsonText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
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

/** A refusal in the caller's language. The 409 answer carries no time (wire contract §2.1). */
export function refusalEnvelope(refused: Refused, locale: Locale): string {
  if (refused.code === wireCode.refresh)
    return `{"code":409,"msg":${JSON.stringify(refused.say(locale))},"data":${JSON.stringify(refused.data)}}`;
  return envelope(refused.code, refused.say(locale), refused.data);
}
