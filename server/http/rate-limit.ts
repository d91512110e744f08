import type { FastifyReply } from 'fastify';
import type { Caller } from '#server/caller.ts';
import { Refused } from '#server/refusal.ts';
import { limitAddress } from './client-address.ts';
import type { Action } from './controller.ts';

const window = 60_000;
const mostKept = 100_000;

export interface RateLimiter {
  /** Refuses what comes too fast, and says when to try again. */
  check(action: Action, path: string, caller: Caller, reply: FastifyReply): void;
}

/**
 * Fixed windows of a minute, per process: behind N processes the limits are N times as wide. `perMinute` is what one
 * account may do; an address that is signed in may be a whole office and gets five times that, one that is not a
 * quarter. 0: no limits.
 */
export function createRateLimiter(perMinute: number): RateLimiter {
  const limits = { guest: Math.ceil(perMinute / 4), signedIn: perMinute * 5, account: perMinute };
  // apart, so that no crowd of strangers crowds out those who are signed in
  let strangers = new Map<string, number>();
  let known = new Map<string, number>();
  let started = Date.now();
  const count = (counts: Map<string, number>, key: string) => {
    const next = (counts.get(key) ?? 0) + 1;
    counts.set(key, next);
    return next;
  };
  /** When more are counted than can be told apart, the rest share the count of a wide range: no way round by crowding. */
  const countStranger = (what: string, address: string) => {
    const key = `${what} ${address}`;
    const full = strangers.size >= mostKept && !strangers.has(key);
    return count(strangers, full ? `${what} ${address.split(/[.:]/, 2).join('.')}…` : key);
  };
  return {
    check(action, path, caller, reply) {
      if (perMinute === 0) return;
      const now = Date.now();
      if (now - started >= window) {
        strangers = new Map();
        known = new Map();
        started = now;
      }
      const wait = Math.ceil((started + window - now) / 1000);
      const address = limitAddress(caller.ip);
      const guestCall = caller.type === 'guest';
      const limit = guestCall ? limits.guest : limits.signedIn;
      const used = guestCall ? countStranger('g', address) : count(known, `s ${address}`);
      reply
        .header('X-Rate-Limit-Limit', limit)
        .header('X-Rate-Limit-Remaining', Math.max(limit - used, 0))
        .header('X-Rate-Limit-Reset', wait);
      const over =
        used > limit ||
        (!guestCall && count(known, `a ${caller.type} ${caller.id}`) > limits.account) ||
        (action.perMinute !== undefined && countStranger(path, address) > action.perMinute);
      if (!over) return;
      reply.header('Retry-After', wait);
      throw new Refused(
        { 'zh-cn': '请求过于频繁，请 {s} 秒后再试', en: 'Please do not request frequently. Try again in {s} seconds.' },
        { values: { s: wait }, data: { reason: 'too_frequent', retry_after: wait } },
      );
    },
  };
}
