import type { PublicPage } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';

/** Path of the open page; with a number behind it, the progress of that complaint. */
export const complaintPath = '/complaint';

/** The open page on which tourists complain and see how far their complaint is. */
export const complaintPage = {
  name: 'complaint/page',
  path: `${complaintPath}/:no?`,
  title: text('旅游投诉', 'Complain'),
  listed: true,
} as const satisfies PublicPage;

/** Purpose of the codes sent to complainants. */
export const complaintCodePurpose = 'complaint_file';

/** What the progress page shows of a complaint. Moments are Unix seconds, days `YYYY-MM-DD`. */
export interface ComplaintProgress {
  readonly no: string;
  readonly status: string;
  readonly respondent: string;
  readonly category: string;
  readonly filed_on: string;
  /** Whose turn it is. */
  readonly turn: 'office' | 'complainant' | 'respondent' | 'nobody';
  readonly due_on: string | null;
  readonly article: string | null;
  readonly material_wanted: string | null;
  readonly answer: string | null;
  readonly agreement: string | null;
  readonly fulfil_by: string | null;
  readonly result: string | null;
  readonly refusal: string | null;
  readonly transferred_to: string | null;
  readonly steps: readonly { readonly at: number; readonly status: string }[];
}

/** An enterprise offered as respondent. */
export interface OfferedRespondent {
  readonly id: number;
  readonly name: string;
  readonly ent_type: string;
  readonly area_code: string;
}
