import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { type Text, text, textIn } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import { Refused } from '#server/refusal.ts';
import type { ChangeContext, WriteContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import { calculateCapacity, capacityFaults, explainCapacity } from '../contract/calculate-carrying-capacity-of-spot.ts';
import { capacity, type MeasuredAreaRow } from '../contract/carrying-capacity-of-spot.ts';

const texts = {
  above: text('人工核定不能高于算式得出的 {n}', 'A figure set by hand cannot be higher than the {n} of the formula'),
  basis: text('人工核定须写明依据', 'State the basis of a figure that is set by hand'),
  second: text(
    '该景区已有承载量核定 {no}，请在其上编制新版本',
    'The spot has a capacity already ({no}). Prepare a new version of it',
  ),
  byHand: text('人工核定 C1 = {n}：{why}', 'Set by hand, C1 = {n}: {why}'),
} as const satisfies Readonly<Record<string, Text>>;

type Context = WriteContext<typeof capacity>;

/** The value as it will be: of the form, else of the row. */
function valueAfterWrite<N extends 'open_minutes' | 'visit_minutes' | 'instant_by_hand' | 'by_hand_reason'>(
  { values, before }: Context,
  name: N,
) {
  return values[name] === undefined ? before?.[name] : values[name];
}

const written = (n: number): string => n.toLocaleString('en-US');

/** Computes the capacity from the areas and times, and keeps the calculation with its numbers. */
async function calculate(context: Context): Promise<void> {
  const { values, fail, rowsOf } = context;
  const areas = ((await rowsOf('areas')) as unknown as readonly MeasuredAreaRow[]).map((one) => ({
    ...one,
    area_m2: Number(one.area_m2),
    per_person_m2: Number(one.per_person_m2),
  }));
  const [open_minutes, visit_minutes] = [
    valueAfterWrite(context, 'open_minutes'),
    valueAfterWrite(context, 'visit_minutes'),
  ];
  if (typeof open_minutes !== 'number' || typeof visit_minutes !== 'number') return;
  // a draft may be stored before its areas are measured; without them it is not approved
  if (areas.length === 0) {
    Object.assign(values, { instant_max: null, daily_max: null, calculation: null, calculation_en: null });
    return;
  }
  const input = { areas, open_minutes, visit_minutes };
  const found = calculateCapacity(input);
  if (typeof found === 'string') {
    fail(found === 'tooLong' ? 'visit_minutes' : 'areas', capacityFaults[found]);
    return;
  }
  const explained = explainCapacity(input, found);
  const byHand = valueAfterWrite(context, 'instant_by_hand');
  const why = valueAfterWrite(context, 'by_hand_reason');
  values.instant_max = found.instant;
  values.daily_max = found.daily;
  const lines = { zh: [explained['zh-cn']], en: [explained.en] };
  if (typeof byHand === 'number') {
    if (byHand > found.instant) fail('instant_by_hand', texts.above, { n: found.instant });
    if (!why) fail('by_hand_reason', texts.basis);
    values.instant_max = byHand;
    values.daily_max = byHand * found.turns;
    const daily = `C2 = ${written(byHand)} × ${found.turns} = ${written(byHand * found.turns)}`;
    const places = { n: written(byHand), why: why ?? '' };
    lines.zh.push(textIn(texts.byHand, 'zh-cn', places), daily);
    lines.en.push(textIn(texts.byHand, 'en', places), daily);
  }
  Object.assign(values, { calculation: lines.zh.join('\n'), calculation_en: lines.en.join('\n') });
}

/** What is approved and published has areas and a result, also if it came from an import. */
async function requireResult(context: ChangeContext<typeof capacity>): Promise<void> {
  const areas = await context.rowsOf('areas');
  if (areas.length > 0 && context.before.instant_max !== null) return;
  throw new Refused(capacityFaults.noAreas, {
    data: { reason: 'bad_transition', from: context.before.status, allowed: [] },
  });
}

async function publish(context: ChangeContext<typeof capacity>): Promise<void> {
  await requireResult(context);
  await refuseSecondCapacity(context);
}

/** A spot has one capacity, in versions: another one would take its place unnoticed. */
async function refuseSecondCapacity({ tx, before }: ChangeContext<typeof capacity>): Promise<void> {
  const other = await tx.row<{ doc_no: string }>(sql`
    select c.doc_no from ${sql.id(tableOf(capacity))} c where c.spot_id = ${before.spot_id} and c.code <> ${before.code}
      and c.status = 'published' and c.next_id is null limit 1`);
  if (!other) return;
  const data = { reason: 'bad_transition', from: before.status, allowed: [] };
  throw new Refused(texts.second, { values: { no: other.doc_no }, data });
}

export const spotCapacityWriteHooks: WriteHooks<typeof capacity> = {
  add: calculate,
  edit: calculate,
  moves: { review: requireResult, publish },
};
