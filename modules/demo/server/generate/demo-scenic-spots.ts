import { type DayToInvent, type FlowPlan, secondsOfStep } from './invent-weather-and-visitors-of-day.ts';

/** A spot with its areas (m², m² a visitor), and how full it is at its busiest. */
export interface DemoSpot {
  readonly name: string;
  readonly name_en: string;
  readonly grade: '5a' | '4a' | '3a';
  readonly areas: readonly (readonly [name: string, area: number, each: number])[];
  readonly visit: number;
  readonly busiest: number;
  /** How full an event makes it on the day of the loading, whatever the hour. */
  readonly event?: number;
  /** Its gates are silent from 40 minutes before the loading until midnight, and on later days after lunch. */
  readonly silent?: true;
}

export const demoSpots: readonly DemoSpot[] = [
  {
    name: '石林景区',
    name_en: 'Stone Forest',
    grade: '5a',
    areas: [
      ['大石林', 48_000, 6],
      ['小石林', 24_000, 6],
    ],
    visit: 180,
    busiest: 0.8,
    event: 0.93,
  },
  {
    name: '湖滨公园',
    name_en: 'Lakeside Park',
    grade: '4a',
    areas: [['湖堤', 90_000, 10]],
    visit: 120,
    busiest: 0.62,
  },
  {
    name: '西山景区',
    name_en: 'Western Hills',
    grade: '4a',
    areas: [
      ['龙门石窟', 3600, 3],
      ['华亭寺', 6000, 5],
    ],
    visit: 150,
    busiest: 0.77,
    silent: true,
  },
  {
    name: '溶洞景区',
    name_en: 'Karst Caves',
    grade: '4a',
    areas: [['洞内游线', 9000, 5]],
    visit: 120,
    busiest: 0.55,
  },
  {
    name: '民族村',
    name_en: 'Ethnic Villages',
    grade: '4a',
    areas: [
      ['村寨', 60_000, 12],
      ['广场', 8000, 4],
    ],
    visit: 200,
    busiest: 0.48,
  },
  {
    name: '雪山景区',
    name_en: 'Snow Mountain',
    grade: '4a',
    areas: [['步道', 14_000, 7]],
    visit: 240,
    busiest: 0.41,
  },
];

/** Steps of a day after lunch on which the gates that sometimes fail are silent: 13:00 to 14:30. */
const outage = { from: (13 * 3600) / secondsOfStep, until: (14.5 * 3600) / secondsOfStep };
/** Steps before the loading that are missing of the spot that is silent then. */
const silentSteps = 8;

/** Shanghai date and step of the loading. */
export interface LoadedAt {
  readonly date: string;
  readonly step: number;
}

/** The sample of a spot, by its name in English; an ordinary one for a spot that officers added or renamed. */
export const demoSpotNamed = (nameEnglish: string): Pick<DemoSpot, 'busiest' | 'event' | 'silent'> =>
  demoSpots.find(({ name_en }) => name_en === nameEnglish) ?? { busiest: 0.6 };

export const planOf = (seed: number, spot: number, limit: number, busiest: number): FlowPlan => ({
  seed: `${seed}/${spot}`,
  limit,
  busiest,
});

/** The event of a spot on a day, if it has one. */
export const eventOn = ({ event }: Pick<DemoSpot, 'event'>, date: string, loaded: LoadedAt): DayToInvent['event'] =>
  event !== undefined && date === loaded.date ? { from: Math.max(loaded.step - 2, 0), share: event } : undefined;

/** Whether the gates of a spot are silent. */
export function isSilent({ silent }: Pick<DemoSpot, 'silent'>, date: string, step: number, loaded: LoadedAt): boolean {
  if (!silent) return false;
  if (date === loaded.date) return step > loaded.step - silentSteps;
  return step >= outage.from && step < outage.until;
}
