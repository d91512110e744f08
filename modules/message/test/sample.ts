import { approvalWaiting } from '../server/approval-notices.ts';
import { noticeCopy } from '../server/send-notice-copies.ts';

/**
 * Templates must be of declared messages whose placeholders are all optional: sample rows use the first, rows added by
 * a test the other.
 */
export const messageSamples = {
  'message/template': { code: (n: number) => (n > 200 ? noticeCopy : approvalWaiting).code },
};
