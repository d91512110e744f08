import { type Text, text } from '#kernel/text/text.ts';
import { systemCaller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { ServerModule } from '#server/platform/server-module-declaration.ts';
import { Refused } from '#server/refusal.ts';
import type { WriteContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import { moveRowsInBatches } from '#server/write/row-set/make-lifecycle-move-on-many-rows-at-once.ts';
import { riskNotice } from '../contract/risk-notice.ts';

const texts = {
  order: text('结束时间必须晚于开始时间', 'End must be after start'),
  past: text('结束时间已过', 'It has ended already'),
} as const satisfies Readonly<Record<string, Text>>;

const now = (): number => Math.floor(Date.now() / 1000);

function checkTimes({ values, before, fail }: WriteContext<typeof riskNotice>): void {
  const from = values.valid_from ?? before?.valid_from;
  const to = values.valid_to ?? before?.valid_to;
  if (from === undefined || from === null || to === undefined || to === null) return;
  if (to <= from) fail('valid_to', texts.order);
  else if (to <= now() && to !== before?.valid_to) fail('valid_to', texts.past);
}

export const riskNoticeWriteHooks: WriteHooks<typeof riskNotice> = {
  add: checkTimes,
  edit: checkTimes,
  moves: {
    publish({ before }) {
      if (before.valid_to <= now()) throw new Refused(texts.past, { data: { reason: 'not_ready' } });
    },
  },
};

/** Lifts notices whose time is over; open pages leave them out at that very second. */
export const liftEndedRiskNotices: NonNullable<ServerModule['scheduled']>[string] = {
  label: text('解除已到期的风险提示', 'Lift risk notices whose time is over'),
  at: '*/5 * * * *',
  async run(engine, { log }) {
    const lifted = await moveRowsInBatches(engine, riskNotice, systemCaller(), {
      move: 'lapse',
      where: sql`t.valid_to <= now()`,
    });
    if (lifted > 0) log.info({ lifted }, 'risk notices lifted');
  },
};
