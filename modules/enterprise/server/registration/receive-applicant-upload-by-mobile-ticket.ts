import { text } from '#kernel/text/text.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { receiveUpload } from '#server/http/files/upload-controllers-and-storage-route.ts';
import { integer, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { findApplicantAccount, uploadTopicOf } from './find-or-create-applicant-account.ts';
import { readMobileTicket, ticketInput } from './mobile-verification-ticket.ts';

/**
 * Receives a file of an applicant without an account: private, and owned by the account once created. The ticket is in
 * the URL, because form fields may follow the file.
 */
export const receiveApplicantUploadByMobileTicket = call({
  gate: 'none',
  methods: ['POST'],
  limit: { perMinute: 30, per: ['ticket'] },
  keepsKey: true,
  summary: text(
    '上传登记材料；凭据放在地址参数 ticket',
    'Upload registration documents; the proof goes in the address parameter ticket',
  ),
  input: ticketInput,
  upload: true,
  answer: object({ file: object({ url: string, full_url: string, name: string, size: integer }) }),
  async run(made) {
    const { engine, input } = made;
    const mobile = await readMobileTicket(engine, input.ticket);
    const account = await findApplicantAccount(engine.db, mobile);
    return receiveUpload(
      made,
      { type: 'member', id: account?.id ?? 0 },
      { private: true, topic: uploadTopicOf(engine, mobile), accept: 'jpg,jpeg,png,webp,pdf,ofd' },
    );
  },
});
