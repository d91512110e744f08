import type { PublicPage } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';
import type { EvaluationTarget } from './evaluation-targets-scores-and-tags.ts';

/** Path of the page on which somebody evaluates; the secret of the link follows it. */
export const evaluationPath = '/evaluate';

export const evaluationPage = {
  name: 'evaluation/page',
  path: `${evaluationPath}/:secret?`,
  title: text('评价', 'Evaluate'),
  light: true,
} as const satisfies PublicPage;

/** Answer of `POST /api/evaluation.open/subject`: what a link is about. */
export interface EvaluationSubject {
  readonly target: EvaluationTarget;
  /** Name of the agency, or of the office that handled the complaint. */
  readonly name: string;
}

/** What a link brings with it. It names the subject, and never the person or the team or complaint they were asked about. */
export interface EvaluationLink {
  readonly target: EvaluationTarget;
  /** The agency; absent for the handling of complaints. */
  readonly enterprise_id?: number;
  /** The office that handled the complaint. */
  readonly department_id?: number;
  /** Random; pictures that are sent with the link are stored under it. */
  readonly upload?: string;
  /** Of the subject, so that evaluations released together are of one area. */
  readonly area_code: string;
}

/** Purpose of the tickets behind the links; modules that ask for an evaluation issue them under this name. */
export const evaluationLinkPurpose = 'evaluation link';
