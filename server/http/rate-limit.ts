import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '#server/caller.ts';
import { Refused } from '#server/refusal.ts';
import type { Action } from './controller.ts';

const window = 60_000;
const mostKept = 100_000;

export interface RateLimiter {
  /** Refuses what comes too fast, and says when to try again. */
  check(action: Action, path: string, caller: Caller, request: FastifyRequest, reply: FastifyReply): void;
}

/**
 * Fixed windows of a minute, per process: behind N processes the limits are N times as wide. `perMinute` is what one
 * account may do; an address that is signed in may be a whole office and gets five times that, one that is not a
 * quarter. 0: no limits.
 */
export function createRateLimiter(perMinute: number): RateLimiter {
  const limits = { guest: Math.ceil(perMinute / 4), signedIn: perMinute * 5, account: perMinute };
  let counts = new Map<string, number>();
  let started = Date.now();
  const count = (key: string) => {
    const next = (counts.get(key) ?? 0) + 1;
    if (counts.size < mostKept || counts.has(key)) counts.set(key, next);
    return next;
  };
  return {
    check(action, path, caller, request, reply) {
      if (perMinute === 0) return;
      const now = Date.now();
      if (now - started >= window) {
        counts = new Map();
        started = now;
      }
      const wait = Math.ceil((started + window - now) / 1000);
      const guestCall = caller.type === 'guest';
      const limit = guestCall ? limits.guest : limits.signedIn;
      const used = count(`${guestCall ? 'g' : 's'} ${request.ip}`);
      reply
        .header('X-Rate-Limit-Limit', limit)
        .header('X-Rate-Limit-Remaining', Math.max(limit - used, 0))
        .header('X-Rate-Limit-Reset', wait);
      const over =
        used > limit ||
        (!guestCall && count(`a ${caller.type} ${caller.id}`) > limits.account) ||
        (action.perMinute !== undefined && count(`p ${path} ${request.ip}`) > action.perMinute);
      if (!over) return;
      reply.header('Retry-After', wait);
      throw new Refused(
        { 'zh-cn': '请求过于频繁，请 {s} 秒后再试', en: 'Please do not request frequently. Try again in {s} seconds.' },
        { values: { s: wait }, data: { reason: 'too_frequent', retry_after: wait } },
      );
    },
  };
}
