import type { Text } from '#kernel/text/text.ts';
import { text } from '#kernel/text/text.ts';

/** Who and what a team is given, each a lane of who is free. */
export const crewLanes = {
  guides: text('导游', 'Guides'),
  vehicles: text('车辆', 'Vehicles'),
  drivers: text('驾驶员', 'Drivers'),
} as const satisfies Record<string, Text>;
export type CrewLane = keyof typeof crewLanes;

/** A team somebody or something is with. */
export interface BusyInterval {
  /** Unix seconds. */
  readonly from: number;
  readonly to: number;
  /** Of a team the caller sees; somebody else's is told by its time alone. */
  readonly team_no: string | null;
}

/** Somebody or something that may be chosen, and when they are with other teams. */
export interface Candidate {
  readonly id: number;
  readonly name: string;
  /** What tells them apart: the number of a card, the seats of a coach with its firm. */
  readonly about: string;
  /** Nothing of theirs ends before the last day. */
  readonly lasts: boolean;
  readonly busy: readonly BusyInterval[];
}

/** Seconds before and after a trip that are shown beside it. */
export const laneMarginSeconds = 12 * 3600;
/** Lanes of one answer. */
export const lanesPerPage = 20;
