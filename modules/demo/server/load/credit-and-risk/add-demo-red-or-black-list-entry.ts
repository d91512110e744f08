import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import type { CreditList } from '#modules/credit/contract/credit-event-kinds-lists-and-grounds.ts';
import { creditListing } from '#modules/credit/contract/red-or-black-list-entry.ts';
import { systemCaller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { moveRows } from '#server/write/row-set/make-lifecycle-move-on-many-rows-at-once.ts';
import { write } from '#server/write/write-pipeline.ts';

/** A listing to invent, and the state in which it is left. */
export interface DemoRedOrBlackListEntry {
  readonly list: CreditList;
  readonly reason: string;
  readonly measures: readonly string[];
  readonly ground: 'case' | 'document';
  readonly until: 'draft' | 'noticed' | 'published';
}

/** Adds a listing of an enterprise or a guide and leads it to its state. `at` makes the numbers of its papers differ. */
export async function addDemoRedOrBlackListEntry(
  engine: Engine,
  whose: { readonly enterprise_id: number } | { readonly guide_id: number },
  sample: DemoRedOrBlackListEntry,
  at: number,
): Promise<void> {
  const who = systemCaller({ name: '市场管理科' });
  const { list, reason, measures, ground, until } = sample;
  const decidedOn = addDays(shanghaiToday(), -30 - at * 7);
  const input = {
    ...whose,
    list,
    subject: 'guide_id' in whose ? 'guide' : 'enterprise',
    reason,
    measures,
    ground,
    basis_no: `${ground === 'case' ? '文旅罚字' : '文旅表字'}〔${decidedOn.slice(0, 4)}〕${40 + at}号`,
    basis_authority: '云岭县文化和旅游局（演示）',
    basis_on: decidedOn,
  };
  const { id } = await write(engine, creditListing, who, { operation: 'add', input, unread: true, unseen: true });
  const move = (named: string, values: Readonly<Record<string, unknown>> = {}) =>
    write(engine, creditListing, who, {
      operation: 'move',
      move: named,
      id,
      input: values,
      unread: true,
      unseen: true,
    });
  if (until === 'draft') return;
  await move('notify');
  if (until === 'noticed') return;
  await moveRows(engine, creditListing, who, { where: sql`t.id = ${id}`, move: 'waive', set: { heard: '1' } });
  await move('decide', { opinion: '事实清楚、证据充分，当事人放弃陈述申辩，予以列入。' });
  await move('publish');
}
