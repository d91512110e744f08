/** A gate let people of a team in. */
export interface Entry {
  readonly place: string;
  readonly at: number;
  readonly people: number;
}

/** Seconds after which people who come in at the same place come in again: a team goes through a gate in parts. */
export const visitGapSeconds = 3600;

/** Visits of a team, with what the gate of each counted: what comes in within an hour comes in together. */
export function visitsOf(entries: readonly Entry[]): Entry[] {
  const visits: { place: string; at: number; last: number; people: number }[] = [];
  for (const { place, at, people } of entries.toSorted((a, b) => a.at - b.at)) {
    const open = visits.find((one) => one.place === place && at - one.last < visitGapSeconds);
    if (open) Object.assign(open, { last: at, people: open.people + people });
    else visits.push({ place, at, last: at, people });
  }
  return visits.map(({ place, at, people }) => ({ place, at, people }));
}
