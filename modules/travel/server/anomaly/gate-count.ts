import { text, textInAnyLocale } from '#kernel/text/text.ts';
import { formatMoment } from './format-time.ts';
import { rule } from './rule.ts';
import { type Entry, peopleOf } from './snapshot.ts';

/** Seconds after which people who come in at the same place come in again: a team goes through a gate in parts. */
export const visitGap = 3600;

/** Visits of a team, with what the gate of each counted: what comes in within an hour comes in together. */
export function visitsOf(entries: readonly Entry[]): Entry[] {
  const visits: { place: string; at: number; last: number; people: number }[] = [];
  for (const { place, at, people } of entries.toSorted((a, b) => a.at - b.at)) {
    const open = visits.find((one) => one.place === place && at - one.last < visitGap);
    if (open) Object.assign(open, { last: at, people: open.people + people });
    else visits.push({ place, at, last: at, people });
  }
  return visits.map(({ place, at, people }) => ({ place, at, people }));
}

/** I12: a gate counted more than a fifth more, or fewer, people than the team has; nothing is held against a list that has yet to come. */
export const gateCount = rule({
  code: 'I12',
  severity: '2',
  action: 'review',
  article: text('一团一报（本地规定）', 'One filing per team (local rule)'),
  parameters: { percent: 20 },
  find: (team, { percent }) =>
    (peopleOf(team) === 0 ? [] : visitsOf(team.entries))
      .filter(({ people }) => Math.abs(people - peopleOf(team)) * 100 > percent * peopleOf(team))
      .map(({ place, at, people }) => ({
        field: 'tourists',
        seen: textInAnyLocale(
          text(
            '“{place}”入园 {counted} 人，名单 {n} 人（{time}）',
            '{counted} entered “{place}”, {n} on the list ({time})',
          ),
          { place, counted: people, n: peopleOf(team), time: formatMoment(at) },
        ),
      })),
});
