import type { Call } from '#server/http/controller.ts';
import { takeUpload } from '#server/http/files/file-routes.ts';
import { findApplicantAccount, uploadTopicOf } from './applicant-account.ts';
import { readMobileTicket } from './mobile-verification-ticket.ts';

/**
 * Receives a file of an applicant without an account: private, and owned by the account once created. The ticket is in
 * the URL, because form fields may follow the file.
 */
export async function receiveApplicationMaterial(call: Call) {
  const mobile = readMobileTicket(call.engine, call.query.ticket);
  const account = await findApplicantAccount(call.engine.db, mobile);
  return takeUpload(
    call,
    { type: 'member', id: account?.id ?? 0 },
    { private: true, topic: uploadTopicOf(call.engine, mobile), accept: 'jpg,jpeg,png,webp,pdf,ofd' },
  );
}
