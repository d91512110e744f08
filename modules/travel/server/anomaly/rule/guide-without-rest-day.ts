import { text, textInAnyLocale } from '#kernel/text/text.ts';
import type { Interval } from '#kernel/time/half-open-interval-in-unix-seconds.ts';
import { addDays, lastDayOf, shanghaiDateOf } from '#kernel/time/shanghai-time.ts';
import { isSamePersonByIdentityKey, personNameWithoutIdentityKey } from './compare-persons-by-identity-key.ts';
import { declareAnomalyRule } from './declare-anomaly-rule.ts';

const daysIn = (spell: Interval): string[] => {
  const days: string[] = [];
  for (let day = shanghaiDateOf(spell.from), last = lastDayOf(spell); day <= last; day = addDays(day, 1))
    days.push(day);
  return days;
};

/** Consecutive working days around those of the team. */
export function consecutiveWorkingDays(team: Interval, others: readonly Interval[]): number {
  const busy = new Set([team, ...others].flatMap(daysIn));
  let n = 1;
  const first = shanghaiDateOf(team.from);
  for (let day = addDays(first, -1); busy.has(day); day = addDays(day, -1)) n += 1;
  for (let day = addDays(first, 1); busy.has(day); day = addDays(day, 1)) n += 1;
  return n;
}

/** I13: a guide works more than so many days in a row. */
export const guideWithoutRestDay = declareAnomalyRule({
  code: 'I13',
  severity: '1',
  action: 'review',
  article: text('劳动法第三十八条', 'Labour Law, Art. 38'),
  parameters: { days: 12 },
  find: ({ guides, other }, { days }) =>
    guides.flatMap((one, at) => {
      const n = consecutiveWorkingDays(
        one,
        other.guides.filter(({ name }) => isSamePersonByIdentityKey(name, one.name)),
      );
      if (n <= days) return [];
      return [
        {
          field: `guides.${at}.guide_id`,
          seen: textInAnyLocale(
            text('{name} 连续带团 {n} 天', '{name} guides teams for {n} consecutive {n|day|days}'),
            {
              name: personNameWithoutIdentityKey(one.name),
              n,
            },
          ),
        },
      ];
    }),
});
