import { inboxMessageCopy } from '../server/copy-inbox-messages-to-chosen-channels.ts';
import { awaitedApprovalMessage } from '../server/notify-officers-of-awaited-approval.ts';

/**
 * Templates must be of declared messages whose placeholders are all optional: sample rows use the first, rows added by
 * a test the other.
 */
export const messageSamples = {
  'message/template': { code: (n: number) => (n > 200 ? inboxMessageCopy : awaitedApprovalMessage).code },
};
