import type { PublicPage } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';

/** Path of the open page; with a number behind it, the progress of that complaint. */
export const complaintPath = '/complaint';

/** The open page on which tourists complain and see how far their complaint is. */
export const complaintFilingAndProgressPage = {
  name: 'complaint/page',
  path: `${complaintPath}/:no?`,
  title: text('旅游投诉', 'Complain'),
  listed: true,
  door: { who: text('投诉', 'Complaints'), what: text('提交、查进度', 'file and follow') },
  light: true,
} as const satisfies PublicPage;

/** Purpose of the codes sent to complainants. */
export const complaintCodePurpose = 'complaint_file';

/** The moves that a complainant makes on the progress page. */
export const complainantMoveNames = [
  'supplement',
  'answerInvitation',
  'fulfil',
  'denyFulfilment',
  'withdraw',
  'reopen',
] as const;
export type ComplainantMove = (typeof complainantMoveNames)[number];

/** Somebody who was shown personal data in plain: their role and office, not their name. `at` in Unix seconds. */
export interface PersonalDataAccess {
  readonly id: number;
  readonly at: number;
  readonly role: string;
  readonly office: string;
  /** Labels of the fields, in the language of the caller. */
  readonly fields: readonly string[];
  readonly reason: string;
}

/** What the progress page shows of a complaint. Moments are Unix seconds, days `YYYY-MM-DD`. */
export interface ComplaintProgress {
  readonly no: string;
  readonly status: string;
  readonly respondent: string;
  readonly category: string;
  readonly filed_on: string;
  /** Whose turn it is. */
  readonly turn: 'office' | 'complainant' | 'respondent' | 'nobody';
  /** The moves that the complainant can make now. */
  readonly moves: readonly ComplainantMove[];
  /** People who complain together; more than one is a joint complaint. */
  readonly people: number;
  /** Merged into another complaint, whose standing is shown. */
  readonly merged: boolean;
  readonly due_on: string | null;
  readonly article: string | null;
  readonly material_wanted: string | null;
  readonly answer: string | null;
  readonly session_at: number | null;
  readonly session_mode: string | null;
  readonly session_place: string | null;
  readonly session_answer: string | null;
  readonly agreement: string | null;
  readonly agreed_amount: string | null;
  readonly fulfil_by: string | null;
  readonly result: string | null;
  readonly refusal: string | null;
  /** The provision on which a refusal rests, in the language of the caller. */
  readonly refusal_article: string | null;
  readonly transferred_to: string | null;
  readonly steps: readonly { readonly at: number; readonly status: string }[];
  /** Who was shown the complainant's contact in plain, newest first. */
  readonly openings: readonly PersonalDataAccess[];
}

/** An enterprise offered as respondent. */
export interface OfferedRespondent {
  readonly id: number;
  readonly name: string;
  readonly ent_type: string;
  readonly area_code: string;
}
