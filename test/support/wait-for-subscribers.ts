import { vi } from 'vitest';
import type { Queryable } from '#server/db/open-database.ts';

/**
 * Waits until all that writes entail has happened: no event waits for a subscriber or is being delivered to one, and no
 * task is due or running. Both tables lose a row in the transaction that does its work.
 */
export async function waitForSubscribers(db: Queryable): Promise<void> {
  const requireRest = async () => {
    const row = await db.row<{ rest: boolean }>(`select not exists (select from subscriber_event)
      and not exists (select from graphile_worker._private_jobs where run_at <= now() and attempts < max_attempts) as rest`);
    if (!row?.rest) throw new Error('an event still waits for a subscriber, or a task is due');
  };
  // also outside of tests, where `expect.poll` is not allowed
  await vi.waitFor(requireRest, { timeout: 60_000 });
}
