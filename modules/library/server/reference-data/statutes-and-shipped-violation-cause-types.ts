import type {
  FineBase,
  penaltyKinds,
  penaltySubjects,
} from '../../contract/cause/penalty-kinds-subjects-and-fine-bases.ts';
import type { EnforcementDomain } from '../../contract/domain/enforcement-domain.ts';

/** A statute by the short name that lists of causes and check items use, with its title. */
export const statutes = {
  旅游法: '中华人民共和国旅游法',
  旅行社条例: '旅行社条例',
  导游人员管理条例: '导游人员管理条例',
  娱乐场所管理条例: '娱乐场所管理条例',
  上网服务条例: '互联网上网服务营业场所管理条例',
  演出条例: '营业性演出管理条例',
  出版条例: '出版管理条例',
  印刷条例: '印刷业管理条例',
  电影条例: '电影管理条例',
  出国旅游办法: '中国公民出国旅游管理办法',
} as const;
export type Statute = keyof typeof statutes;

/** An article that a row cites: statute, number, and its paragraph or item as the domain reference names it. */
export interface CitedArticle {
  readonly statute: Statute;
  readonly number: number;
  readonly role: 'breach' | 'penalty';
  readonly paragraph?: string;
}

export const penalisedBy = (statute: Statute, number: number, paragraph?: string): CitedArticle => ({
  statute,
  number,
  role: 'penalty',
  ...(paragraph === undefined ? {} : { paragraph }),
});

/** A range of fines in yuan. */
export interface ShippedFine {
  readonly subject: 'org' | 'person';
  readonly base: FineBase;
  readonly act?: string;
  readonly from?: number;
  readonly below?: number;
  readonly fixedFine?: readonly [number, number];
  readonly multiple?: readonly [number, number];
  readonly optional?: true;
}

type More = Partial<Pick<ShippedFine, 'act' | 'subject' | 'optional'>>;

/** A fine of fixed amounts. */
export const fixedFine = (least: number, most: number, more: More = {}): ShippedFine => ({
  subject: 'org',
  base: 'fixed',
  fixedFine: [least, most],
  ...more,
});

/** A fine of fixed amounts while gains or turnover are below a threshold. */
export const fixedFineBelow = (
  base: FineBase,
  below: number,
  least: number,
  most: number,
  more: More = {},
): ShippedFine => ({
  subject: 'org',
  base,
  below,
  fixedFine: [least, most],
  ...more,
});

/** A fine that is a multiple, from a threshold where one is given. */
export const fineAsMultiple = (
  base: FineBase,
  least: number,
  most: number,
  from?: number,
  more: More = {},
): ShippedFine => ({
  subject: 'org',
  base,
  ...(from === undefined ? {} : { from }),
  multiple: [least, most],
  ...more,
});

/**
 * A cause as shipped. Amounts are those of the domain reference, Appendix B. It states only some of the gains or
 * turnover from which they apply; the others are taken from the articles.
 */
export interface ShippedViolationCause {
  readonly code: string;
  readonly name: string;
  readonly english: string;
  readonly domain: EnforcementDomain;
  readonly subject: keyof typeof penaltySubjects;
  readonly basis: string;
  readonly articles: readonly CitedArticle[];
  readonly kinds: readonly (keyof typeof penaltyKinds)[];
  readonly fines: readonly ShippedFine[];
  readonly text: string;
  readonly simple?: true;
}
