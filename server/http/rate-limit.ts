import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { Caller } from '#server/caller.ts';
import { createCallBudgets, type Leases, noLeases } from '#server/limit/call-budget.ts';
import { limitAddress } from '#server/limit/limit-address.ts';
import { Refused } from '#server/refusal.ts';
import type { Action } from './controller.ts';

const maxCounters = 100_000;
/** How many times what one account or mobile may do is open to the address it is done from. */
const wholeAddress = 10;

export interface RateLimiter {
  /** Refuses what comes too fast, and says when to try again. */
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
export function createRateLimiter(perMinute: number, leases: Leases = noLeases): RateLimiter {
  const limits = { guest: Math.ceil(perMinute / 4), signedIn: perMinute * 5, account: perMinute };
  // apart, so that no crowd of strangers crowds out those who are signed in
  const strangers = createCallBudgets(leases);
  const budgets = createCallBudgets(leases);
  /** When more are counted than can be told apart, the rest share the count of a wide range: no way round by crowding. */
  const takeStranger = (what: string, address: string, budget: number) => {
    const key = `${what} ${address}`;
    const full = strangers.size >= maxCounters && !strangers.has(key);
    return strangers.take(full ? `${what} ${address.split(/[.:]/, 2).join('.')}…` : key, budget);
  };
  /** The limit of the action itself: by account; before there is one by what is named, within what the address may. */
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
      const address = limitAddress(caller.ip);
      const guestCall = caller.type === 'guest';
      const limit = guestCall ? limits.guest : limits.signedIn;
      const left = await (guestCall ? takeStranger('g', address, limit) : budgets.take(`s ${address}`, limit));
      const wait = Math.ceil(leases.now().rest / 1000);
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

/** Whom a call is about is nobody's business where calls are counted. */
const hash = (named: string): string => createHash('sha256').update(named).digest('base64url').slice(0, 22);

/** What a caller named, as one way of writing it. */
const shorten = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim().toLowerCase().slice(0, 64) : '';
