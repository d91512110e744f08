import type { Text } from '#kernel/text/text.ts';

/** Steps into which a period is divided: what falls into one step of a lane is drawn as one mark. */
export const timelineStepsPerPeriod = 48;

/** A lane of the line of time of an enterprise. */
export interface TimelineLane {
  readonly kind: string;
  readonly label: Text;
  /** Resource of the rows. */
  readonly of: string;
  readonly state: 'status' | 'result' | 'move';
  /** Entries within the period. */
  readonly n: number;
}

export interface TimelineEvent {
  readonly kind: string;
  readonly key: number;
  /** Key of the row that it opens. */
  readonly id: number;
  /** Unix seconds. */
  readonly at: number;
  readonly until: number | null;
  readonly title: string | null;
  readonly state: string | null;
}

/** One or several events in one step of a lane; of several, only the number means anything. */
export interface TimelineMark extends TimelineEvent {
  /** 1 to {@link timelineStepsPerPeriod}. */
  readonly step: number;
  readonly n: number;
}

export interface EnterpriseTimeline {
  readonly lanes: readonly TimelineLane[];
  readonly marks: readonly TimelineMark[];
  /** A page of the events, newest first. */
  readonly list: readonly TimelineEvent[];
  /** Where the next page begins. */
  readonly next: string | null;
}
