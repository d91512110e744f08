import { text } from '#kernel/text/text.ts';

/** Kinds of penalties (行政处罚法 Art. 9), and the measures that statutes name beside them. */
export const penaltyKinds = {
  correct: text('责令改正', 'Order to correct'),
  warning: text('警告', 'Warning'),
  criticism: text('通报批评', 'Public criticism'),
  fine: text('罚款', 'Fine'),
  confiscate: text('没收违法所得', 'Confiscation of illegal gains'),
  refund: text('责令退还', 'Order to return'),
  suspend_business: text('责令停业整顿', 'Suspension of business'),
  suspend_card: text('暂扣导游证', 'Suspension of guide card'),
  revoke: text('吊销许可证', 'Revocation of permit'),
  revoke_card: text('吊销导游证', 'Revocation of guide card'),
  ban: text('取缔', 'Ban'),
  announce: text('公告', 'Public notice'),
} as const;

/** Whom a penalty can be imposed on. */
export const penaltySubjects = {
  org: text('单位', 'Organisation'),
  person: text('个人', 'Person'),
  both: text('单位和个人', 'Organisation and person'),
} as const;

/** What a fine is calculated on. */
export const fineBases = {
  fixed: text('定额', 'Fixed amounts'),
  gains: text('违法所得', 'Illegal gains'),
  turnover: text('违法经营额', 'Illegal turnover'),
  group_fee: text('旅游团费', 'Fee of the tour group'),
} as const;
export type FineBase = keyof typeof fineBases;

/** Years after which a violation is no longer punished (行政处罚法 Art. 36). */
export const prescriptionYears = {
  2: text('二年', 'Two years'),
  5: text('五年', 'Five years'),
} as const;

/** The role of an article that a cause cites. */
export const articleRoles = {
  breach: text('违反条款', 'Provision breached'),
  penalty: text('处罚依据', 'Basis of penalty'),
} as const;
