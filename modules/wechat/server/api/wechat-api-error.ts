import type { OutgoingReason } from '#server/outgoing/outgoing-request-error.ts';

/** An error code of the API of WeChat, or why there was no answer (`errcode` null). */
export class WechatError extends Error {
  readonly errcode: number | null;
  readonly errmsg: string;

  constructor(errcode: number | null, errmsg: string, options?: ErrorOptions) {
    super(`WeChat: ${errcode ?? ''} ${errmsg}`, options);
    this.name = 'WechatError';
    this.errcode = errcode;
    this.errmsg = errmsg.replaceAll(/\s+/g, ' ').slice(0, 300);
  }

  /** Whether another attempt may succeed: it was busy, its limit was reached, or it did not answer. */
  get isTransient(): boolean {
    return this.errcode === null || transient.has(this.errcode);
  }
}

/** -1: busy; 45009, 45011, 45047: limits of calls and messages. */
const transient: ReadonlySet<number> = new Set([-1, 45009, 45011, 45047]);

/** Codes that say the access token is not valid (any more). */
export const invalidTokenCodes: ReadonlySet<number> = new Set([40001, 40014, 42001]);

/** What an error without an answer is stored as. */
export const noAnswerText = (reason: OutgoingReason): string => `no answer (${reason})`;
