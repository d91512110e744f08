import { field } from '#kernel/field/field.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { type Locale, type Text, text } from '#kernel/text/text.ts';
import { validationMessages } from '#kernel/text/validation-messages.ts';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { deadlineRule } from '#modules/system/contract/deadline-rule.ts';
import { namePreparedStatement } from '#server/db/name-prepared-statement.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import {
  hasPersonalDataReveals,
  readPersonalDataRevealsOfRows,
} from '#server/history/read-personal-data-reveals-of-rows.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { type AttemptLimit, withFailureLimit } from '#server/limit/attempt-limit.ts';
import { ipForLimits } from '#server/limit/ip-address-or-ipv6-network-counted-by-limits.ts';
import {
  boolean,
  enumOf,
  integer,
  key,
  list,
  object,
  orNull,
  string,
} from '#server/open-api/json-schema-shorthands.ts';
import { invalid, notFound, Refused } from '#server/refusal.ts';
import { complaint } from '../contract/complaint.ts';
import { complaintLifecycle } from '../contract/complaint-lifecycle.ts';
import {
  type ComplainantMove,
  type ComplaintProgress,
  complainantMoveNames,
} from '../contract/complaint-page-path-title-and-moves-of-complainant.ts';
import { complaintLimits } from '../contract/complaint-select-options-applicable-rule-and-limits.ts';
import {
  complainantTicketInput,
  isComplaintOf,
  readComplainantTicket,
} from './two-hour-ticket-and-own-uploads-of-verified-complainant.ts';

/**
 * Four digits are guessed in 10,000 tries. So many wrong ones count from one address, for one number from one address, and
 * for one number from everywhere, after which its complainant still gets in by a code.
 */
const perAddress: AttemptLimit = { name: 'complaint_progress_ip', most: 60, seconds: 3600, forgets: 'each' };
const perNumberAndAddress: AttemptLimit = {
  name: 'complaint_progress_no_ip',
  most: 10,
  seconds: 3600,
  forgets: 'each',
};
const perNumber: AttemptLimit = { name: 'complaint_progress_no', most: 100, seconds: 86_400, forgets: 'each' };

const tooMany: Text = text(
  '查询过于频繁，请 {wait} 秒后再试，或用验证码查询',
  'Too many queries. Try again in {wait} {wait|second|seconds}, or use a verification code',
);

/**
 * Whose turn it is, as the complainant sees it: the call after the end and a decision of another office are nothing to wait for
 * here, and an appraisal is waited for by the office.
 */
const turnForComplainant = sql`case when t.status in ('closed', 'transferred') then 'nobody' when t.turn = 'other_office' then 'office' else t.turn end`;

/** The clock that waits for whose turn it is; another one, such as that of a referring office, may end earlier. */
const waitingClock = sql`case t.status when 'need_material' then 'material' when 'notified' then 'answer' when 'agreed' then 'fulfilment' end`;

/** Views of personal data that the page lists. */
const mostOpenings = 50;

type StoredProgress = Omit<ComplaintProgress, 'moves' | 'openings'> & {
  readonly [column: string]: unknown;
  readonly id: number;
  /** Whether anybody was shown personal data of it. */
  readonly opened: boolean;
  readonly reopened: boolean;
  readonly closed_on: string | null;
};

/** The moves of its complainant that a complaint admits now. */
function movesNow({ status, session_at, reopened, closed_on }: StoredProgress): ComplainantMove[] {
  const isPossible: Readonly<Partial<Record<ComplainantMove, boolean>>> = {
    answerInvitation: session_at !== null && session_at > Date.now() / 1000,
    reopen: !reopened && closed_on !== null && addDays(closed_on, complaintLimits.reopenDays) >= shanghaiToday(),
  };
  return complainantMoveNames.filter(
    (name) => (complaintLifecycle.moves[name].from as readonly string[]).includes(status) && (isPossible[name] ?? true),
  );
}

/** What was said in a complaint is for its own complainant; one that was merged into it shows how far it is. */
const own = (value: Sql): Sql => sql`case when own.merged_into is null then ${value} end`;

/**
 * Standing of a complaint; of a merged one, that of the complaint it was merged into. Its steps are its own until it was
 * merged, and those of the other one from then on.
 */
const progressOf = (no: string, isTheirs: Sql, locale: Locale): Sql => sql`
  select own.id, ${hasPersonalDataReveals(complaint, sql`own.id`)} as opened, own.no, own.filed_on::text as filed_on, own.people, own.merged_into is not null as merged,
    t.status, ${turnForComplainant} as turn, own.respondent_name as respondent, own.category, t.reopened, t.closed_on::text as closed_on,
    to_char(waiting.due_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as due_on,
    ${locale === 'en' ? sql`coalesce(nullif(waiting.article_en, ''), waiting.article)` : sql`waiting.article`} as article,
    ${own(sql`t.material_wanted`)} as material_wanted, ${own(sql`t.answer`)} as answer, ${own(sql`t.agreement`)} as agreement,
    ${own(sql`to_char(t.agreed_amount / 100.0, 'FM9999999990.00')`)} as agreed_amount, ${own(sql`t.fulfil_by::text`)} as fulfil_by,
    ${own(sql`floor(extract(epoch from t.session_at))::float8`)} as session_at, ${own(sql`t.session_mode`)} as session_mode,
    ${own(sql`t.session_place`)} as session_place, ${own(sql`t.session_answer`)} as session_answer,
    t.result, t.refusal, ${locale === 'en' ? sql`coalesce(t.refusal_article_en, t.refusal_article)` : sql`t.refusal_article`} as refusal_article, t.transferred_to,
    (select coalesce(json_agg(json_build_object('at', floor(extract(epoch from h.createtime))::float8, 'status', coalesce(h.to_status, 'registered')) order by h.id), '[]')
      from history h where h.resource = ${complaint.name} and (h.to_status is distinct from h.from_status or h.action = 'add') and (h.row_id = own.id
        or (h.row_id = own.merged_into and h.action <> 'add' and h.createtime > (select max(m.createtime) from history m
          where m.resource = ${complaint.name} and m.row_id = own.id and m.to_status = 'merged')))) as steps
  from complaint own join complaint t on t.id = coalesce(own.merged_into, own.id)
  left join lateral (select d.due_at, d.article, r.article_en from deadline d left join ${sql.id(tableOf(deadlineRule))} r on r.id = d.rule_id where d.resource = ${complaint.name} and d.row_id = t.id and d.status <> 'done'
    order by (d.clock = ${waitingClock}) desc nulls last, d.due_at limit 1) waiting on true
  where compact_identifier(own.no) = compact_identifier(${no}) and ${isTheirs}`;

const endsWith = (digits: string): Sql => sql`right(regexp_replace(own.mobile, '[^0-9]', '', 'g'), 4) = ${digits}`;

/** Where the complaint with this number of this complainant stands; undefined if there is none. */
async function readProgress(
  { db }: Pick<Engine, 'db'>,
  no: string,
  { isTheirs, locale }: { readonly isTheirs: Sql; readonly locale: Locale },
): Promise<ComplaintProgress | undefined> {
  // planning it takes longer than running it
  const row = await db.row<StoredProgress>(namePreparedStatement(progressOf(no, isTheirs, locale), { brief: true }));
  if (!row) return undefined;
  const { id, opened, reopened, closed_on, ...shown } = row;
  const readOpenings = () =>
    readPersonalDataRevealsOfRows(db, [{ resource: complaint, id }], { locale, limit: mostOpenings });
  const openings = opened ? (await readOpenings()).list : [];
  return { ...shown, moves: row.merged ? [] : movesNow(row), openings };
}

/**
 * `POST progress {no, digits | ticket}`: where a complaint stands, to whoever has its number and the last four digits of the
 * mobile, or proved who they are by a code. A wrong number and wrong digits are answered alike, also when there were too
 * many of them. A merged complaint shows where the other one stands.
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
    digits: field.text(text('手机后四位', 'Last four digits of the mobile'), { min: 4, max: 4 }),
    ...complainantTicketInput,
  },
  answer: object({
    no: string,
    status: string,
    respondent: string,
    category: string,
    filed_on: string,
    turn: enumOf('office', 'complainant', 'respondent', 'nobody'),
    moves: list(enumOf(...complainantMoveNames)),
    people: integer,
    merged: boolean,
    due_on: orNull(string),
    article: orNull(string),
    material_wanted: orNull(string),
    answer: orNull(string),
    session_at: orNull(integer),
    session_mode: orNull(string),
    session_place: orNull(string),
    session_answer: orNull(string),
    agreement: orNull(string),
    agreed_amount: orNull(string),
    fulfil_by: orNull(string),
    result: orNull(string),
    refusal: orNull(string),
    refusal_article: orNull(string),
    transferred_to: orNull(string),
    steps: list(object({ at: integer, status: string })),
    openings: list(
      object({
        id: key,
        at: integer,
        subject: string,
        role: string,
        office: string,
        fields: list(string),
        reason: string,
      }),
    ),
  }),
  async run({ engine, caller, input: { no, digits, ticket } }): Promise<ComplaintProgress> {
    const { locale } = caller;
    if (ticket) {
      const who = await readComplainantTicket(engine, ticket);
      const found = await readProgress(engine, no, { isTheirs: isComplaintOf(who, sql`own`), locale });
      if (!found) throw notFound();
      return found;
    }
    if (!digits) throw invalid({ digits: [validationMessages.required[locale]] });
    const address = ipForLimits(caller.ip);
    const number = no.toUpperCase().replace(/[^A-Z\d]/g, '');
    const tries = [
      { limit: perAddress, subject: address },
      { limit: perNumberAndAddress, subject: `${number} ${address}` },
      { limit: perNumber, subject: number },
    ];
    const refuse = (_limit: AttemptLimit, wait: number) =>
      new Refused(tooMany, { values: { wait }, data: { reason: 'too_frequent', retry_after: wait } });
    // only who guesses uses attempts up: people look as often as they like
    const found = await withFailureLimit(engine.db, tries, refuse, () =>
      readProgress(engine, no, { isTheirs: endsWith(digits), locale }),
    );
    if (!found) throw notFound();
    return found;
  },
});
