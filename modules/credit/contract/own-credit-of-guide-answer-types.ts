import { objectToCreditEvent } from './credit-event-fields-and-moves.ts';
import type { CreditList, guideCreditEventKinds, listingMeasures } from './credit-event-kinds-lists-and-grounds.ts';
import { redOrBlackListEntryLifecycle } from './red-or-black-list-entry-lifecycle.ts';
import type { CreditScoreExplanation } from './score-explanation-and-formula-preview-answers.ts';

/** What a guide enters to object to an event, and to state their case before a listing: what enterprises enter. */
export const guideObjectionFields = objectToCreditEvent.input;
export const guideStatementFields = redOrBlackListEntryLifecycle.moves.state.input;

/** An event of the calling guide. Days are `YYYY-MM-DD`. */
export interface OwnCreditEvent {
  readonly id: number;
  readonly kind: keyof typeof guideCreditEventKinds;
  readonly title: string;
  readonly document_no: string;
  readonly happened_on: string;
  readonly points: number;
  readonly expires_on: string | null;
  readonly status: string;
  readonly objection: string | null;
  readonly decision: string | null;
  /** Whether the guide may object to it now. */
  readonly objectable: boolean;
}

/** A listing of the calling guide, from the notice on. Days are `YYYY-MM-DD`. */
export interface OwnCreditListing {
  readonly id: number;
  readonly no: string;
  readonly list: CreditList;
  readonly status: string;
  readonly reason: string;
  readonly basis: string;
  readonly measures: readonly (keyof typeof listingMeasures)[];
  readonly notice_no: string | null;
  readonly statement_until: string | null;
  readonly statement: string | null;
  readonly opinion: string | null;
  readonly decision_no: string | null;
  readonly starts_on: string | null;
  readonly ends_on: string | null;
  /** The guide has neither stated their case nor waived it. */
  readonly awaits_statement: boolean;
}

/** `GET credit.own/read`: the credit of the guide whose account calls. All empty: the account is no guide's. */
export interface OwnCreditOfGuide {
  readonly guide: { readonly name: string; readonly card_no: string } | null;
  readonly score: CreditScoreExplanation | null;
  readonly events: readonly OwnCreditEvent[];
  readonly listings: readonly OwnCreditListing[];
}
