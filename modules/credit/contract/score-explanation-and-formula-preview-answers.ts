import type { CreditEventKind, CreditList } from './credit-event-kinds-lists-and-grounds.ts';

/** An event in an explanation, with its points and the day until which it counts. */
export interface ExplainedCreditEvent {
  readonly id: number;
  readonly title: string;
  readonly happened_on: string;
  readonly expires_on: string;
  readonly points: number;
  readonly basis: string;
  /** The enterprise has objected, and nobody has decided yet. */
  readonly objected: boolean;
}

/** `GET credit.score/explain`: how the score of an enterprise is composed. */
export interface CreditScoreExplanation {
  /** Of the row of `credit/score`. */
  readonly id: number;
  readonly score: number;
  readonly grade: string;
  readonly scored_grade: string;
  /** Unix seconds. */
  readonly measured_at: number;
  readonly base: number;
  readonly formula: { readonly id: number; readonly title: string; readonly revision: number };
  readonly bounds: { readonly A: number; readonly B: number; readonly C: number; readonly D: number };
  readonly kinds: readonly {
    readonly kind: CreditEventKind;
    /** Of the events together, before the maximum of the kind. */
    readonly sum: number;
    readonly points: number;
    readonly events: readonly ExplainedCreditEvent[];
  }[];
  /** Listings in effect. */
  readonly lists: readonly { readonly id: number; readonly list: CreditList; readonly until: string }[];
  /** Days on which score or grade changed. */
  readonly history: readonly { readonly day: string; readonly score: number; readonly grade: string }[];
}

/** `GET credit.formula/preview`: what another formula would change today. */
export interface CreditFormulaPreview {
  readonly enterprises: number;
  readonly moved: number;
  /** Enterprises by present grade (rows A to E) and grade under the draft (columns A to E). */
  readonly matrix: readonly (readonly number[])[];
  /** Those whose score changes most, at most twenty. */
  readonly changes: readonly {
    readonly id: number;
    readonly name: string;
    readonly from: number;
    readonly to: number;
    readonly from_grade: string;
    readonly to_grade: string;
  }[];
}
