import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { validationMessages } from '#kernel/text/validation-messages.ts';
import { sql } from '#server/db/sql.ts';
import type { Controller } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { receiveUpload } from '#server/http/files/upload-controllers-and-storage-route.ts';
import { consumeCode, matchCode, wrongCode } from '#server/message/send-match-and-spend-one-time-codes.ts';
import { integer, key, list, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { invalid } from '#server/refusal.ts';
import { complaintCodePurpose } from '../contract/complaint-page-path-title-and-moves-of-complainant.ts';
import { fileComplaint } from './file-complaint.ts';
import { readComplaintProgress } from './public-complaint-progress-call-by-number-or-ticket.ts';
import {
  addressOfComplainant,
  type Complainant,
  complainantEvidenceTypes,
  complainantTicket,
  complainantTicketInput,
  readComplainantTicket,
  uploadTopicOfComplainant,
} from './two-hour-ticket-and-own-uploads-of-verified-complainant.ts';
import { withdrawSupplementAndOtherComplainantCalls } from './withdraw-supplement-and-other-complainant-calls.ts';

/** `POST verify {mobile | email, code}`: exchanges a code, once, for the ticket that filing needs. */
const verify = call({
  gate: 'none',
  methods: ['POST'],
  secret: true,
  limit: { perMinute: 20, per: ['mobile', 'email'] },
  summary: text('验证投诉人的手机或邮箱', 'Verify the mobile or e-mail address of a complainant'),
  inputFrom: 'body',
  input: {
    mobile: field.mobile(text('手机', 'Mobile'), { foreign: true }),
    email: field.email(text('邮箱', 'E-mail')),
    code: field.text(text('验证码', 'Code'), { required: true, max: 10 }),
  },
  answer: object({ ticket: string, expires_in: integer }),
  async run({ engine, caller, input: { mobile, email, code } }) {
    if (!mobile && !email) throw invalid({ mobile: [validationMessages.required[caller.locale]] });
    const content: Complainant = email ? { email: email.toLowerCase() } : { mobile: mobile ?? '' };
    const right = await matchCode(engine, addressOfComplainant(content), complaintCodePurpose, code.trim());
    if (right === undefined || !(await consumeCode(engine.db, right)))
      throw invalid({ code: [wrongCode[caller.locale]] });
    const ticket = await complainantTicket.issue(engine.db, { content });
    return { ticket, expires_in: complainantTicket.rules.seconds };
  },
});

/** `POST upload?ticket`: a private file of a complainant. The ticket is in the URL, because form fields may follow the file. */
const upload = call({
  gate: 'none',
  methods: ['POST'],
  limit: { perMinute: 40, per: ['ticket'] },
  keepsKey: true,
  summary: text('上传投诉证据', 'Upload evidence of a complaint'),
  input: complainantTicketInput,
  upload: true,
  answer: object({ file: object({ url: string, full_url: string, name: string, size: integer }) }),
  async run(made) {
    const { engine, input } = made;
    const topic = uploadTopicOfComplainant(engine, await readComplainantTicket(engine, input.ticket));
    return receiveUpload(made, { type: 'member', id: 0 }, { private: true, topic, accept: complainantEvidenceTypes });
  },
});

/** Respondents offered while a complainant types. */
const mostOffered = 10;

/** `GET respondents {quick}`: operating enterprises by part of their name. */
const respondents = call({
  gate: 'none',
  limit: { perMinute: 60 },
  summary: text('查找被投诉企业（公开）', 'Find an enterprise to complain about (public)'),
  input: { quick: field.text(text('名称', 'Name'), { required: true, min: 2, max: 60 }) },
  answer: object({ list: list(object({ id: key, name: string, ent_type: string, area_code: string })) }),
  async run({ engine, input: { quick } }) {
    const pattern = `%${quick.replace(/[\\%_]/g, '\\$&')}%`;
    const rows = await engine.db.rows<{ id: number; name: string; ent_type: string; area_code: string }>(sql`
      select id, name, ent_type, area_code from enterprise
      where bigrams(lower(name)) @> bigrams(lower(${quick})) and name ilike ${pattern} and status in ('active', 'change_pending', 'suspended')
      order by char_length(name), id limit ${mostOffered}`);
    return { list: rows };
  },
});

/** Calls of the open page `/complaint` (domain reference §2.L). */
export const publicComplaintController: Controller = {
  app: 'api',
  name: 'complaint.open',
  actions: {
    verify,
    upload,
    respondents,
    file: fileComplaint,
    progress: readComplaintProgress,
    ...withdrawSupplementAndOtherComplainantCalls,
  },
};
