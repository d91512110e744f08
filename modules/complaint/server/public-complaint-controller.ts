import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { onBehalfOf } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import { call } from '#server/http/call.ts';
import { Answer } from '#server/http/connection/envelope.ts';
import type { Controller } from '#server/http/controller.ts';
import { takeUpload } from '#server/http/files/file-routes.ts';
import { matchCode, spendCode, wrongCode } from '#server/message/one-time-code.ts';
import { integer, key, list, nothing, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { invalid, notFound } from '#server/refusal.ts';
import { write } from '#server/write/pipeline.ts';
import { complaint } from '../contract/complaint.ts';
import { complaintCodePurpose } from '../contract/complaint-page.ts';
import {
  complainantTicket,
  readComplainantTicket,
  requireOwnUploads,
  ticketInput,
  uploadTopicOf,
} from './complainant-ticket.ts';
import { fileComplaint } from './file-complaint.ts';
import { readComplaintProgress } from './read-complaint-progress.ts';

const done = text('已收到', 'Received');

/** `POST verify {mobile, code}`: exchanges an SMS code, once, for the ticket that filing needs. */
const verify = call({
  gate: 'none',
  methods: ['POST'],
  secret: true,
  limit: { perMinute: 20, per: ['mobile'] },
  summary: text('验证投诉人手机', 'Verify the mobile of a complainant'),
  inputFrom: 'body',
  input: {
    mobile: field.mobile(text('手机', 'Mobile'), { required: true, foreign: true }),
    code: field.text(text('短信验证码', 'SMS code'), { required: true, max: 10 }),
  },
  answer: object({ ticket: string, expires_in: integer }),
  async run({ engine, caller, input: { mobile, code } }) {
    const right = await matchCode(engine, mobile, complaintCodePurpose, code.trim());
    if (right === undefined || !(await spendCode(engine.db, right)))
      throw invalid({ code: [wrongCode[caller.locale]] });
    const ticket = await complainantTicket.issue(engine.db, { content: { mobile } });
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
  input: ticketInput,
  upload: true,
  answer: object({ file: object({ url: string, full_url: string, name: string, size: integer }) }),
  async run(made) {
    const { engine, input } = made;
    const mobile = await readComplainantTicket(engine, input.ticket);
    const topic = uploadTopicOf(engine, mobile);
    return takeUpload(
      made,
      { type: 'member', id: 0 },
      { private: true, topic, accept: 'jpg,jpeg,png,webp,pdf,mp4,m4a,mp3' },
    );
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

const ownComplaint = { no: field.text(text('投诉编号', 'Complaint number'), { required: true, max: 40 }) };

/** The complaint with this number filed with this mobile; refused alike if there is none. */
async function findOwn(
  engine: Parameters<typeof readComplainantTicket>[0],
  no: string,
  mobile: string,
): Promise<number> {
  const found = await engine.db.row<{ id: number }>(
    sql`select id from complaint where compact_identifier(no) = compact_identifier(${no}) and mobile = ${mobile}`,
  );
  if (!found) throw notFound();
  return found.id;
}

/** `POST supplement`: what was asked for, by the complainant. */
const supplement = call({
  gate: 'none',
  methods: ['POST'],
  title: text('投诉人补正', 'Complainant: supply material'),
  summary: text('补正投诉材料（公开）', 'Supply material for a complaint (public)'),
  limit: { perMinute: 10, per: ['ticket'] },
  inputFrom: 'body',
  input: {
    ...ticketInput,
    ...ownComplaint,
    supplement: field.textarea(text('补正内容', 'What you supply'), { required: true, min: 2, max: 2000 }),
  },
  checkedInRun: { files: field.files(text('证据材料', 'Evidence'), { max: 20 }) },
  answer: nothing,
  async run({ engine, caller, body, input }) {
    const mobile = await readComplainantTicket(engine, input.ticket);
    const id = await findOwn(engine, input.no, mobile);
    const files = Array.isArray(body.files) ? body.files.map(String) : [];
    await engine.db.transaction(async (tx) => {
      const row = await tx.row<{ files: string[] }>(sql`select files from complaint where id = ${id} for update`);
      const held = row?.files ?? [];
      await requireOwnUploads(engine, { mobile, files, held, locale: caller.locale });
      const request = {
        operation: 'move',
        move: 'supplement',
        id,
        input: { supplement: input.supplement },
        set: { files: [...new Set([...held, ...files])] },
        filesOf: { type: 'member', id: 0 },
        unread: true,
      } as const;
      await write(engine, complaint, onBehalfOf(caller), request, tx);
    });
    return new Answer(null, done[caller.locale]);
  },
});

/** `POST withdraw`: the complainant no longer wants the complaint to be handled. */
const withdraw = call({
  gate: 'none',
  methods: ['POST'],
  title: text('投诉人撤回投诉', 'Complainant: withdraw'),
  summary: text('撤回投诉（公开）', 'Withdraw a complaint (public)'),
  limit: { perMinute: 10, per: ['ticket'] },
  inputFrom: 'body',
  input: {
    ...ticketInput,
    ...ownComplaint,
    reason: field.textarea(text('理由', 'Reason'), { required: true, min: 5, max: 500 }),
  },
  answer: nothing,
  async run({ engine, caller, input }) {
    const id = await findOwn(engine, input.no, await readComplainantTicket(engine, input.ticket));
    const request = { operation: 'move', move: 'withdraw', id, input: { reason: input.reason }, unread: true } as const;
    await write(engine, complaint, onBehalfOf(caller), request);
    return new Answer(null, done[caller.locale]);
  },
});

/** Calls of the open page `/complaint` (domain reference §2.L). */
export const publicComplaintController: Controller = {
  app: 'api',
  name: 'complaint.open',
  actions: { verify, upload, respondents, file: fileComplaint, progress: readComplaintProgress, supplement, withdraw },
};
