import { text } from '#kernel/text/text.ts';
import { badParameter, Refused } from '#server/refusal.ts';
import type { PanelReader, PanelRequest } from '#server/wall-panel/read-panel-area-and-day-range.ts';
import { maxReplayDays } from '../contract/max-replay-days.ts';

/** Maximum characters of cached answers, for all replays together. */
const maxCachedLength = 16 * 1024 * 1024;

const tooFar = text(`只能回放最近 ${maxReplayDays} 天`, `Only the last ${maxReplayDays} days can be replayed`);

/** Parses `at` of a call (unix seconds), rounded down to the minute; undefined: now. */
export function parseWallReplayMoment(given: unknown, now = Date.now()): Date | undefined {
  if (given === undefined || given === '') return undefined;
  const at = Math.floor(Number(given) / 60) * 60_000;
  if (!Number.isFinite(at) || at <= 0) throw badParameter();
  if (at > now || at < now - maxReplayDays * 86_400_000) throw new Refused(tooFar, { data: { reason: 'invalid' } });
  return new Date(at);
}

/**
 * Cache of answers for past minutes, which never change: several walls that replay a day, or one that goes back, read
 * each minute once.
 */
export class WallReplayCache {
  readonly #cached = new Map<string, { answer: Promise<unknown>; size: number }>();
  #size = 0;

  async read(name: string, read: PanelReader, context: PanelRequest & { past: Date }): Promise<unknown> {
    const { caller, query, locale, past } = context;
    const { at: _, ...parameters } = query;
    const key = JSON.stringify([name, past.getTime(), caller.areaCode, caller.absorbed, locale, parameters]);
    const cached = this.#cached.get(key);
    if (cached) return cached.answer;
    const answer = read({ ...context, now: past });
    // requests for the rows behind a number are not repeated, so they are not cached
    if (query.day !== undefined || query.cell !== undefined || query.rows !== undefined) return answer;
    const entry = { answer, size: 0 };
    this.#cached.set(key, entry);
    try {
      const size = key.length + JSON.stringify(await answer).length;
      if (this.#cached.get(key) === entry) {
        entry.size = size;
        this.#size += size;
      }
    } catch (error) {
      this.#cached.delete(key);
      throw error;
    }
    for (const [old, { size }] of this.#cached) {
      if (this.#size <= maxCachedLength) break;
      this.#cached.delete(old);
      this.#size -= size;
    }
    return answer;
  }
}
