import type { Text } from '#kernel/text/text.ts';
import { text } from '#kernel/text/text.ts';

/** Categories of crew to choose from, each a lane of the availability chart. */
export const crewLanes = {
  guides: text('导游', 'Guides'),
  vehicles: text('车辆', 'Vehicles'),
  drivers: text('驾驶员', 'Drivers'),
} as const satisfies Record<string, Text>;
export type CrewLane = keyof typeof crewLanes;

/** Time somebody is with another team. */
export interface BusyInterval {
  /** Unix seconds. */
  readonly from: number;
  readonly to: number;
  /** Null for a team the caller may not see: only its time is disclosed. */
  readonly team_no: string | null;
}

/** A guide, vehicle or driver to choose, with their times in other teams. */
export interface CrewCandidate {
  readonly id: number;
  readonly name: string;
  /** Tells candidates apart: card number of a guide, seats and operator of a coach. */
  readonly about: string;
  /** All documents are valid through the last day. */
  readonly lasts: boolean;
  readonly busy: readonly BusyInterval[];
}

/** Time shown before and after the trip. */
export const laneMarginSeconds = 12 * 3600;
export const crewCandidatesPerPage = 20;
