import { type Text, text } from '#kernel/text/text.ts';
import { systemCaller } from '#server/caller.ts';
import type { Subscriber } from '#server/engine/event-subscriber-types-in-transaction-and-after-commit.ts';
import { maxReadings, validateAndStoreReadings } from '#server/time-series/validate-and-store-batch-of-readings.ts';
import type { WriteContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import { on } from '#server/write/subscriber/subscribe-to-events-of-rows.ts';
import {
  type ManualVisitorCount,
  manualVisitorCount,
} from '../contract/manually-entered-or-corrected-visitor-count.ts';
import { flow } from '../contract/visitor-flow-time-series-and-warning-messages.ts';

const texts = {
  nothing: text('请填写在园人数，或入园、出园人数', 'Enter how many are inside, or how many came and went'),
  future: text('时间不能晚于现在', 'It cannot be in the future'),
  old: text('只能填报 {days} 天内的客流', 'Counts can be entered for the last {days} {days|day|days}'),
} as const satisfies Readonly<Record<string, Text>>;

/** Seconds by which the clock of a phone may be ahead. */
const tolerance = 120;

export const manualVisitorCountWriteHooks: WriteHooks<typeof manualVisitorCount> = {
  add({ values, fail }: WriteContext<typeof manualVisitorCount>) {
    const { counted_at, inside, entered, departed } = values;
    if ([inside, entered, departed].every((one) => one === null || one === undefined)) fail('inside', texts.nothing);
    if (typeof counted_at !== 'number') return;
    const now = Date.now() / 1000;
    if (counted_at > now + tolerance) fail('counted_at', texts.future);
    else if (counted_at < now - flow.late.days * 86_400) fail('counted_at', texts.old, { days: flow.late.days });
  },
};

/** A reading is named by the count it comes from, so that it is stored once however often this is tried. */
const readingOf = ({ id, spot_id, kind, counted_at, inside, entered, departed }: ManualVisitorCount) => ({
  of: spot_id,
  source: `${kind} ${id}`,
  at: counted_at,
  ...(inside === null ? {} : { inside }),
  ...(entered === null ? {} : { entered }),
  ...(departed === null ? {} : { departed }),
});

/** Counts become readings, whose levels and hours follow. */
export const storeManualVisitorCountsAsReadings: Subscriber = on(manualVisitorCount, 'added', {
  async laterInBatches(_facts, { engine, rows }) {
    const readings = (await rows()).map(readingOf);
    for (let from = 0; from < readings.length; from += maxReadings)
      await validateAndStoreReadings(engine, flow, systemCaller(), readings.slice(from, from + maxReadings));
  },
});
