import type { RoadAnswer } from '../../contract/road.ts';

/** With whose account it was read: telephones of drivers are for nobody else. */
const place = (account: number | undefined) => `xj-road:${account ?? 0}`;

interface KeptRoad {
  readonly at: number;
  readonly answer: RoadAnswer;
}

/** The day as it was last read: this tab shows it again when it is opened anew without network. */
export function keptRoad(account: number | undefined): KeptRoad | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(place(account)) ?? 'null') as KeptRoad | null;
    return kept && Array.isArray(kept.answer.teams) ? kept : undefined;
  } catch {
    return undefined;
  }
}

export function keepRoad(account: number | undefined, answer: RoadAnswer, at: number): void {
  try {
    sessionStorage.setItem(place(account), JSON.stringify({ at, answer }));
  } catch {
    // a browser that keeps nothing reads it again
  }
}
