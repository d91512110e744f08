import { oneTimeTicket } from '#server/auth/one-time-ticket.ts';
import { evaluationLimits } from '../contract/evaluation-options.ts';
import { type EvaluationLink, evaluationLinkPurpose } from '../contract/evaluation-page.ts';

/**
 * The link with which one person evaluates once. Its row is deleted when it is used, and until then names the subject
 * alone, so that the database does not tell who said what.
 */
export const evaluationLinkTicket = oneTimeTicket<EvaluationLink>({
  name: evaluationLinkPurpose,
  seconds: evaluationLimits.linkDays * 86_400,
});
