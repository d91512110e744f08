import { field } from '#kernel/field/field.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { call } from '#server/http/call.ts';
import { type AttemptLimit, countAttempts } from '#server/limit/attempt-limit.ts';
import { ipForLimits } from '#server/limit/ip-for-limits.ts';
import { enumOf, integer, list, object, orNull, string } from '#server/open-api/json-schema-shorthands.ts';
import { notFound, Refused } from '#server/refusal.ts';
import { complaint } from '../contract/complaint.ts';
import type { ComplaintProgress } from '../contract/complaint-page.ts';

/** Four digits are guessed in 10,000 tries: so many an hour for one number, and from one address. */
const perNumber: AttemptLimit = { name: 'complaint_progress_no', most: 20, seconds: 3600, forgets: 'each' };
const perAddress: AttemptLimit = { name: 'complaint_progress_ip', most: 60, seconds: 3600, forgets: 'each' };

const tooMany: Text = text(
  '查询过于频繁，请 {wait} 秒后再试',
  'Too many queries. Try again in {wait} {wait|second|seconds}',
);

/** Whose turn it is in each state. */
const turns: Readonly<Record<string, ComplaintProgress['turn']>> = {
  need_material: 'complainant',
  notified: 'respondent',
  agreed: 'respondent',
  rejected: 'nobody',
  transferred: 'nobody',
  merged: 'nobody',
  closed: 'nobody',
  revisited: 'nobody',
  archived: 'nobody',
};

/** What was said in a complaint is for its own complainant; one that was merged into it shows how far it is. */
const own = (value: Sql): Sql => sql`case when own.merged_into is null then ${value} end`;

/**
 * `POST progress {no, digits}`: where a complaint stands, to whoever has its number and the last four digits of the
 * mobile. A wrong number and wrong digits are answered alike. A merged complaint shows where the other one stands.
 */
export const readComplaintProgress = call({
  gate: 'none',
  methods: ['POST'],
  secret: true,
  silent: true,
  summary: text('查询投诉进度（公开）', 'Progress of a complaint (public)'),
  limit: { perMinute: 30 },
  inputFrom: 'body',
  input: {
    no: field.text(text('投诉编号', 'Complaint number'), { required: true, max: 40 }),
    digits: field.text(text('手机后四位', 'Last four digits of the mobile'), { required: true, min: 4, max: 4 }),
  },
  answer: object({
    no: string,
    status: string,
    respondent: string,
    category: string,
    filed_on: string,
    turn: enumOf('office', 'complainant', 'respondent', 'nobody'),
    due_on: orNull(string),
    article: orNull(string),
    material_wanted: orNull(string),
    answer: orNull(string),
    agreement: orNull(string),
    fulfil_by: orNull(string),
    result: orNull(string),
    refusal: orNull(string),
    transferred_to: orNull(string),
    steps: list(object({ at: integer, status: string })),
  }),
  async run({ engine, caller, input: { no, digits } }): Promise<ComplaintProgress> {
    await engine.db.transaction((tx) =>
      countAttempts(
        tx,
        [
          { limit: perAddress, subject: ipForLimits(caller.ip) },
          { limit: perNumber, subject: no.toUpperCase().replace(/[^A-Z\d]/g, '') },
        ],
        (_limit, wait) =>
          new Refused(tooMany, { values: { wait }, data: { reason: 'too_frequent', retry_after: wait } }),
      ),
    );
    const row = await engine.db.row<
      Omit<ComplaintProgress, 'turn' | 'refusal'> & { refusal: string | null; [column: string]: unknown }
    >(sql`
      select own.no, t.status, t.respondent_name as respondent, t.category, own.filed_on::text as filed_on,
        to_char(t.due_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as due_on,
        (select d.article from deadline d where d.resource = ${complaint.name} and d.row_id = t.id and d.status <> 'done' order by d.due_at limit 1) as article,
        ${own(sql`t.material_wanted`)} as material_wanted, ${own(sql`t.answer`)} as answer, ${own(sql`t.agreement`)} as agreement,
        ${own(sql`t.fulfil_by::text`)} as fulfil_by, t.result, t.refusal, t.transferred_to,
        (select coalesce(json_agg(json_build_object('at', floor(extract(epoch from h.createtime))::float8, 'status', coalesce(h.to_status, 'registered')) order by h.id), '[]')
          from history h where h.resource = ${complaint.name} and h.row_id = t.id and (h.to_status is not null or h.action = 'add')) as steps
      from complaint own join complaint t on t.id = coalesce(own.merged_into, own.id)
      where compact_identifier(own.no) = compact_identifier(${no}) and right(regexp_replace(own.mobile, '[^0-9]', '', 'g'), 4) = ${digits}`);
    if (!row) throw notFound();
    return { ...row, turn: turns[row.status] ?? 'office' };
  },
});
