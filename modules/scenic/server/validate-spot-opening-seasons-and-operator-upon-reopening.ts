import { type Text, text } from '#kernel/text/text.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { existingStates } from '#modules/enterprise/contract/enterprise-lifecycle.ts';
import type { ChangeContext, WriteContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import type { Season, spot } from '../contract/scenic-spot-and-opening-season.ts';

const texts = {
  order: text('结束日期不能早于开始日期', 'The last day is before the first'),
  hours: text('关闭时间必须晚于开放时间', 'It closes before it opens'),
} as const satisfies Readonly<Record<string, Text>>;

async function checkSeasons({ rowsOf, fail }: WriteContext<typeof spot>): Promise<void> {
  const seasons = (await rowsOf('seasons')) as unknown as readonly Season[];
  for (const [row, { from_on, to_on, shut, opens_at, closes_at }] of seasons.entries()) {
    if (to_on < from_on) fail(`seasons.${row}.to_on`, texts.order);
    if (shut !== '1' && opens_at && closes_at && closes_at <= opens_at) fail(`seasons.${row}.closes_at`, texts.hours);
  }
}

/** A spot whose operator is deregistered or revoked stays closed until it has another one. */
async function requireExistingOperator({ before, require }: ChangeContext<typeof spot>): Promise<void> {
  await require(enterprise, before.enterprise_id, { status: existingStates });
}

export const spotWriteHooks: WriteHooks<typeof spot> = {
  add: checkSeasons,
  edit: checkSeasons,
  moves: { reopen: requireExistingOperator },
};
