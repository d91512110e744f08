import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { Caller } from '#server/caller.ts';
import {
  createCallBudgets,
  type SharedBudgets,
  unsharedBudgets,
} from '#server/limit/call-budgets-per-minute-shared-by-processes.ts';
import { ipForLimits } from '#server/limit/ip-address-or-ipv6-network-counted-by-limits.ts';
import { Refused } from '#server/refusal.ts';
import type { Action } from './controller.ts';

const maxCounters = 100_000;
/** An address may do this many times what one account or mobile may. */
const wholeAddress = 10;

export interface RateLimiter {
  /** Refuses calls beyond the limit, with the time of the next attempt. */
  check(
    action: Action,
    path: string,
    caller: Caller,
    reply: FastifyReply,
    params: Readonly<Record<string, unknown>>,
  ): Promise<void>;
}

/**
 * Fixed windows of a minute, shared by all processes on a database. `perMinute` is the limit of an account. An address
 * with signed-in callers may be a whole office and gets five times that, others a quarter. 0: no limits.
 */
export function createRateLimiter(perMinute: number, shared: SharedBudgets = unsharedBudgets): RateLimiter {
  const limits = { guest: Math.ceil(perMinute / 4), signedIn: perMinute * 5, account: perMinute };
  // counted separately, so that guests cannot use up the budget of signed-in callers
  const strangers = createCallBudgets(shared);
  const budgets = createCallBudgets(shared);
  /**
   * When too many addresses are counted, new ones share the budget of a wider network, so that flooding does not help.
   */
  const takeStranger = (what: string, address: string, budget: number) => {
    const key = `${what} ${address}`;
    const full = strangers.size >= maxCounters && !strangers.has(key);
    return strangers.take(full ? `${what} ${address.split(/[.:]/, 2).join('.')}…` : key, budget);
  };
  /** The limit of the action itself: per account, or for guests per named person, within the limit of the address. */
  const takeAction = async (
    { perMinute: most, perMinuteFor: names }: Action,
    path: string,
    caller: Caller,
    address: string,
    params: Readonly<Record<string, unknown>>,
  ): Promise<boolean> => {
    if (most === undefined) return true;
    if (caller.type !== 'guest') return (await budgets.take(`${path} ${caller.type} ${caller.id}`, most)) !== undefined;
    if (!names) return (await takeStranger(path, address, most)) !== undefined;
    if ((await takeStranger(path, address, most * wholeAddress)) === undefined) return false;
    const named = names.map((name) => shorten(params[name])).filter(Boolean);
    return named.length === 0 || (await takeStranger(`${path} ${hash(named.join(' '))}`, address, most)) !== undefined;
  };
  return {
    async check(action, path, caller, reply, params) {
      if (perMinute === 0) return;
      const address = ipForLimits(caller.ip);
      const guestCall = caller.type === 'guest';
      const limit = guestCall ? limits.guest : limits.signedIn;
      const left = await (guestCall ? takeStranger('g', address, limit) : budgets.take(`s ${address}`, limit));
      const wait = Math.ceil(shared.now().rest / 1000);
      reply
        .header('X-Rate-Limit-Limit', limit)
        .header('X-Rate-Limit-Remaining', left ?? 0)
        .header('X-Rate-Limit-Reset', wait);
      const through =
        left !== undefined &&
        (guestCall || (await budgets.take(`a ${caller.type} ${caller.id}`, limits.account)) !== undefined) &&
        (await takeAction(action, path, caller, address, params));
      if (through) return;
      reply.header('Retry-After', wait);
      throw new Refused(
        {
          'zh-cn': '请求过于频繁，请 {s} 秒后再试',
          en: 'Please do not request frequently. Try again in {s} {s|second|seconds}.',
        },
        { values: { s: wait }, data: { reason: 'too_frequent', retry_after: wait } },
      );
    },
  };
}

/** Hashed, because counters must not store who a call is about. */
const hash = (named: string): string => createHash('sha256').update(named).digest('base64url').slice(0, 22);

/** A named value in one notation. */
const shorten = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim().toLowerCase().slice(0, 64) : '';
