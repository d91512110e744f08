import type { AnyResource } from '#kernel/declaration/resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { guide } from '#modules/crew/contract/guide.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { creditEvent } from '../contract/credit-event.ts';
import { creditScore } from '../contract/credit-score.ts';
import { guideCreditEvent } from '../contract/guide-credit-event.ts';
import { guideCreditScore } from '../contract/guide-credit-score.ts';
import { scoredGuideStates, scoredStates } from '../contract/states-of-enterprises-and-guides-with-score.ts';

/** Whose credit is kept. The formula is the same for all of them; their events and scores are rows of their own. */
export interface CreditSubject {
  /** The column that refers to one of them, and its name. */
  readonly key: Sql;
  readonly keyName: 'enterprise_id' | 'guide_id';
  /** `subject` of their listings. */
  readonly listedAs: 'enterprise' | 'guide';
  readonly resource: AnyResource;
  readonly table: Sql;
  readonly events: AnyResource;
  readonly eventTable: Sql;
  readonly scores: AnyResource;
  readonly scoreTable: Sql;
  /** What was computed last, and the curve. */
  readonly measurementTable: Sql;
  readonly pointTable: Sql;
  /** States in which one of them has a score. */
  readonly scoredStates: readonly string[];
  /** Columns that a score repeats. */
  readonly repeated: readonly string[];
  /** Name of the locks under which scores are computed one after another. */
  readonly lock: string;
}

const tables = (resource: AnyResource, events: AnyResource, scores: AnyResource) => ({
  resource,
  table: sql.id(tableOf(resource)),
  events,
  eventTable: sql.id(tableOf(events)),
  scores,
  scoreTable: sql.id(tableOf(scores)),
});

export const enterpriseSubject: CreditSubject = {
  ...tables(enterprise, creditEvent, creditScore),
  key: sql.id('enterprise_id'),
  keyName: 'enterprise_id',
  listedAs: 'enterprise',
  measurementTable: sql.id('credit_measurement'),
  pointTable: sql.id('credit_score_point'),
  scoredStates,
  repeated: ['name', 'ent_type', 'area_code'],
  lock: 'credit scores',
};

export const guideSubject: CreditSubject = {
  ...tables(guide, guideCreditEvent, guideCreditScore),
  key: sql.id('guide_id'),
  keyName: 'guide_id',
  listedAs: 'guide',
  measurementTable: sql.id('credit_guide_measurement'),
  pointTable: sql.id('credit_guide_score_point'),
  scoredStates: scoredGuideStates,
  repeated: ['name', 'card_no', 'area_code'],
  lock: 'credit scores of guides',
};

export const creditSubjects: readonly CreditSubject[] = [enterpriseSubject, guideSubject];
