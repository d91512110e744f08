import { text } from '#kernel/text/text.ts';

/** What is evaluated: tourists rate the agency of their team, and complainants how their complaint was handled. */
export const evaluationTargets = {
  team: text('旅行社服务', 'Service of an agency'),
  complaint_handling: text('投诉办理', 'Handling of a complaint'),
} as const;
export type EvaluationTarget = keyof typeof evaluationTargets;

/** The scores, in the order of the page. */
export const evaluationScores = {
  overall: text('总体', 'Overall'),
  attitude: text('服务态度', 'Attitude'),
  reliability: text('按约按时', 'As promised and in time'),
  fairness: text('诚信公正', 'Honest and fair'),
} as const;
export type EvaluationScore = keyof typeof evaluationScores;

export const scoreRange = { min: 1, max: 5 } as const;

/** Impressions a person can tick. */
export const evaluationTags = {
  clear: text('说明清楚', 'Explained clearly'),
  quick: text('响应及时', 'Quick to respond'),
  polite: text('热情有礼', 'Friendly'),
  good_value: text('物有所值', 'Good value'),
  as_described: text('与宣传一致', 'As advertised'),
  slow: text('拖延推诿', 'Slow or evasive'),
  rude: text('态度生硬', 'Rude'),
  pressed: text('诱导消费', 'Pressed to spend'),
  changed: text('擅自变更', 'Changed without consent'),
} as const;

export type EvaluationTag = keyof typeof evaluationTags;

/** The impressions one can have of an office that handled a complaint: it sells nothing and changes no trip. */
const tagsOfOffice = ['clear', 'quick', 'polite', 'slow', 'rude'] as const satisfies readonly EvaluationTag[];

export const tagsByTarget: Readonly<Record<EvaluationTarget, readonly EvaluationTag[]>> = {
  team: Object.keys(evaluationTags) as EvaluationTag[],
  complaint_handling: tagsOfOffice,
};

/** Why an officer looks at an evaluation before others read it. */
export const reviewGrounds = {
  wording: text('用语待核对', 'Wording to be checked'),
  repeated: text('与近期评价雷同', 'Same as a recent evaluation'),
} as const;

export const evaluationLimits = {
  /** Evaluations of one subject become readable together in groups of at least this number. */
  fewestTogether: 5,
  /** Pictures of a signed evaluation: an anonymous one has none, because a picture can reveal who took it. */
  pictures: 6,
  /** Days in which a link can be used. */
  linkDays: 15,
  /** Days in which the same text about the same subject is a repetition. */
  repetitionDays: 90,
  /** Shorter texts are the same by chance. */
  shortestRepetition: 10,
} as const;
