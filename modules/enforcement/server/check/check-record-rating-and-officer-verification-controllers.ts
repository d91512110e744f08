import { compactIdentifier } from '#kernel/check/normalise-document-and-order-numbers.ts';
import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import type { Caller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { Controller } from '#server/http/controller.ts';
import { call, callsForOfficersAndMembers, rowKeyInput } from '#server/http/declare-http-call-with-validated-input.ts';
import { boolean, integer, key, list, object, orNull, string } from '#server/open-api/json-schema-shorthands.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { notFound, Refused } from '#server/refusal.ts';
import { appealableStates } from '../../contract/check/check-appeal.ts';
import type { CheckRecord, CheckRecordItem, VerifiedOfficer } from '../../contract/check/check-record-answer-types.ts';
import { check } from '../../contract/check/enforcement-check.ts';
import { checkRatingForm } from '../../contract/check/enforcement-check-rating-form-and-screen.ts';
import { isOfficerOfCheck } from './is-officer-of-check-sql.ts';
import { storeAnonymousCheckRatingAndReleaseGroup } from './store-anonymous-check-rating-and-release-ratings-in-groups.ts';

const texts = {
  id: text('检查任务编号', 'ID of the check'),
  record: text('检查事项、记录与常用语', 'Items, answers and phrases of a check'),
  verify: text('核验执法人员身份', 'Verify an officer of a check'),
  code: text('执法证号', 'Certificate number'),
  stranger: text(
    '不是本次检查的执法人员，或者执法证已失效。您可以拒绝检查并向主管部门反映。',
    'Not an officer of this check, or the certificate is no longer valid. You may refuse the check and report it.',
  ),
  rate: text('评价一次检查', 'Rate a check'),
  rated: text('这次检查已评价过，或者尚未结束', 'The check was rated already, or is not over'),
};

/** Whether an enterprise has something to rate. */
const isOver = (status: string): boolean => appealableStates.some((one) => one === status);

interface Seen {
  readonly [column: string]: unknown;
  readonly id: number;
  readonly status: string;
  readonly department_id: number;
  readonly area_code: string;
  readonly domain: string;
  readonly own: boolean;
}

/** The check, if the caller sees it. */
async function findCheck({ engine, caller }: { engine: Engine; caller: Caller }, id: number): Promise<Seen> {
  const scope = scopeOf(check, caller, engine.find);
  const found = await engine.db.row<Seen>(sql`
    select t.id, t.status, t.department_id, t.area_code, t.domain, ${isOfficerOfCheck(caller, sql`t.id`)} as own
    from enforcement_check t where t.id = ${id}${scope ? sql` and ${scope}` : sql.empty}`);
  if (!found) throw notFound();
  return found;
}

/** The key of a rating: the same for a check every time, and nobody finds the check by it. */
const ratingKey = ({ seal }: Engine, id: number) => seal.hash(`rating of check ${id}`);

const readRecord = call({
  gate: 'login',
  summary: texts.record,
  input: { id: rowKeyInput(texts.id) },
  answer: object({
    answering: boolean,
    begins: boolean,
    ratable: boolean,
    items: list(
      object({
        id: key,
        code: string,
        name: string,
        content: string,
        standard: orNull(string),
        basis: orNull(string),
        severity: string,
        wants: string,
        kind: string,
        options: orNull(string),
        remark: orNull(string),
        answer: orNull(string),
        value: orNull(string),
        note: orNull(string),
        problem: boolean,
        evidence: list(string),
        documents: list(string),
      }),
    ),
    phrases: list(object({ id: key, title: string, content: string })),
  }),
  async run({ engine, caller, input: { id } }): Promise<CheckRecord> {
    const { own, status, area_code } = await findCheck({ engine, caller }, id);
    const english = caller.locale === 'en';
    const items = await engine.db.rows<CheckRecordItem & { readonly [column: string]: unknown }>(sql`
      select a.id, i.code, coalesce(case when ${english} then i.name_en end, i.name) as name, i.content, i.standard, i.basis, i.severity,
        i.evidence as wants, i.answer_kind as kind, i.answer_options as options, case when ${caller.type !== 'member'} then a.remark end as remark, a.answer, a.value, a.note, a.problem,
        coalesce(a.evidence, '{}') as evidence, coalesce(a.documents, '{}') as documents
      from enforcement_check_answer a join library_check_item i on i.id = a.item_id where a.check_id = ${id} order by a.weigh, a.id`);
    // the credentials are shown and the rights explained first
    const answering = own && status === 'recording';
    const phrases = answering
      ? await engine.db.rows<{ id: number; title: string; content: string }>(sql`
          select id, title, content from library_phrase
          where kind = 'check_record' and status = 'published' and ${area_code} like regexp_replace(area_code, '(00)+$', '') || '%'
          order by id desc limit 30`)
      : [];
    const rated =
      caller.type !== 'member' ||
      (await engine.db.row(sql`select 1 as one from enforcement_check_rating where key = ${ratingKey(engine, id)}`));
    return { answering, begins: own && status === 'on_site', ratable: !rated && isOver(status), items, phrases };
  },
});

const verifyOfficer = call({
  gate: 'login',
  summary: texts.verify,
  limit: { perMinute: 30 },
  input: { id: rowKeyInput(texts.id), code: field.identifier(texts.code, { required: true, max: 40 }) },
  answer: object({
    name: string,
    cert_no: string,
    cert_org: string,
    cert_valid_to: string,
    photo: orNull(string),
    lead: boolean,
  }),
  async run({ engine, caller, input: { id, code } }): Promise<VerifiedOfficer> {
    await findCheck({ engine, caller }, id);
    const found = await engine.db.row<VerifiedOfficer & { readonly [column: string]: unknown }>(sql`
      select f.name, f.cert_no, f.cert_org, f.cert_valid_to::text as cert_valid_to, f.photo, o.lead
      from enforcement_check_officer o join library_officer f on f.id = o.officer_id
      where o.check_id = ${id} and compact_identifier(f.cert_no) = ${compactIdentifier(code)}
        and f.status in ('verified', 'changing') and f.cert_valid_to >= ${shanghaiToday()}::date`);
    if (!found) throw new Refused(texts.stranger, { data: { reason: 'not_found' } });
    return found;
  },
});

/**
 * Stored without the person, the enterprise or the check; neither history nor log names who rated. Nor is the answer kept
 * for repeated calls: its key names the member, and so few ratings are possible that the hash of one would give it away.
 */
const rate = call({
  gate: 'login',
  methods: ['POST'],
  silent: true,
  secret: true,
  summary: texts.rate,
  inputFrom: 'body',
  input: { id: rowKeyInput(texts.id), ...checkRatingForm },
  answer: object({ n: integer }),
  async run({ engine, caller, input: { id, score, tags } }) {
    const one = await findCheck({ engine, caller }, id);
    const stored =
      isOver(one.status) &&
      (await storeAnonymousCheckRatingAndReleaseGroup(engine, one, {
        key: ratingKey(engine, id),
        score: Number(score),
        tags: tags ?? [],
      }));
    if (!stored) throw new Refused(texts.rated, { data: { reason: 'conflict' } });
    return { n: 1 };
  },
});

/** `/admin/enforcement.check/*` and `/api/enforcement.check/*`: the record for both, the rest for the enterprise. */
export const checkRecordRatingAndOfficerVerificationControllers: readonly Controller[] = [
  ...callsForOfficersAndMembers('enforcement.check', `${check.name}/index`, { readRecord }),
  { app: 'api', name: 'enforcement.check', actions: { verifyOfficer, rate } },
];
