/** Count of people a gate let in for a team. */
export interface GateHeadcount {
  readonly place: string;
  readonly at: number;
  readonly people: number;
}

/** Seconds after which entries at the same place are another visit; a team may enter in parts. */
export const visitGapSeconds = 3600;

/** Groups entries into visits, adding up their people. */
export function groupGateEntriesIntoVisits(entries: readonly GateHeadcount[]): GateHeadcount[] {
  const visits: { place: string; at: number; last: number; people: number }[] = [];
  for (const { place, at, people } of entries.toSorted((a, b) => a.at - b.at)) {
    const open = visits.find((one) => one.place === place && at - one.last < visitGapSeconds);
    if (open) Object.assign(open, { last: at, people: open.people + people });
    else visits.push({ place, at, last: at, people });
  }
  return visits.map(({ place, at, people }) => ({ place, at, people }));
}
