import { compactIdentifier } from '#kernel/check/normalise-document-and-order-numbers.ts';
import { isMobile, normalizeMobile } from '#kernel/check/phone-number.ts';
import type { Pair } from '#kernel/kind/key-value-pairs.ts';
import { type Locale, type Text, text, textIn } from '#kernel/text/text.ts';
import { limitTriesByIpAddress, refuseWithoutCaptcha } from '#server/auth/limit-tries-by-ip-address-with-captcha.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Call } from '#server/http/controller.ts';
import { type AttemptLimit, withAttemptLimit } from '#server/limit/attempt-limit.ts';
import { ipForLimits } from '#server/limit/ip-address-or-ipv6-network-counted-by-limits.ts';
import { Refused } from '#server/refusal.ts';
import { divisionNameIn } from '#server/system/division-name.ts';
import { enterprise } from '../../contract/enterprise.ts';
import { type EnterpriseType, singleLevelTypes } from '../../contract/enterprise-options.ts';
import { hoursUntilRegistrationResubmission } from './hours-until-registration-resubmission.ts';

/** Wrong pairs per hour that lock a query number, a mobile or a network address: six digits a day invite guessing. */
const perNumber: AttemptLimit = { name: 'progress_number', most: 10, seconds: 3600, forgets: 'each' };
const perMobile: AttemptLimit = { name: 'progress_mobile', most: 10, seconds: 3600, forgets: 'each' };
const perAddress: AttemptLimit = { name: 'progress_address', most: 30, seconds: 3600, forgets: 'each' };
/** Wrong pairs of a network address after which each attempt needs a captcha. */
const withoutPicture = 10;

const texts = {
  none: text('查询编号与手机号不匹配', 'The query number and mobile number do not match'),
  tooMany: text('查询次数过多，请 {minutes} 分钟后再试', 'Too many queries. Try again in {minutes} min'),
  submitted: text('提交申请', 'Submitted'),
  accepted: text('受理', 'Accepted'),
  first: text('县级初审', 'Preliminary review'),
  final: text('市级复审', 'Final review'),
  done: text('审核通过', 'Approved'),
  nextWait: text('请等待主管部门审核，结果将以短信告知', 'Please wait for the review; the result will be sent by SMS'),
  nextReturned: text(
    '请登录会员中心，更正标出的内容后重新提交',
    'Sign in to the member centre, correct the marked items and submit again',
  ),
  nextRejected: text(
    '请登录会员中心查看，可更正后再次提交',
    'Sign in to the member centre to view it; you may correct it and submit again',
  ),
  nextRejectedWait: text('{hours} 小时后可更正并再次提交', 'You may correct it and submit again in {hours} h'),
  nextActive: text(
    '已通过审核，请登录会员中心查看监管码',
    'Approved. Sign in to the member centre to view the supervision code',
  ),
  nextDraft: text('尚未提交，请登录会员中心提交', 'Not submitted yet. Sign in to the member centre to submit'),
  nextOther: text('如有疑问请联系主管部门', 'Contact the authority if you have questions'),
} as const satisfies Record<string, Text>;

interface Found {
  [column: string]: unknown;
  id: number;
  name: string;
  status: string;
  ent_type: EnterpriseType;
  query_no: string;
  area_code: string;
  submitted_at: number | null;
  audited_at: number | null;
  due_at: number | null;
  audit_remark: string | null;
  audit_remark_en: string | null;
  marks: Pair[] | null;
}

export interface ProgressStep {
  key: string;
  label: string;
  state: 'done' | 'current' | 'waiting' | 'returned' | 'failed';
  /** Unix seconds. */
  time: number | null;
}

export interface ApplicationProgress {
  name: string;
  query_no: string;
  area: string;
  status: string;
  status_label: string;
  tone: string;
  submitted_at: number | null;
  due_at: number | null;
  steps: ProgressStep[];
  returned: { reason: string; marks: { field: string; label: string; remark: string }[] } | null;
  next: string;
}

/**
 * `POST progress {query_no, mobile}`: progress of an application, by its number and a recorded mobile. A mobile is
 * personal data, so it does not go into the URL, which servers and browsers log.
 */
export async function readApplicationProgress(call: Call): Promise<ApplicationProgress> {
  const { engine, caller, body } = call;
  const { locale } = caller;
  const number = typeof body.query_no === 'string' ? compactIdentifier(body.query_no.slice(0, 60)) : '';
  const mobile = normalizeMobile(typeof body.mobile === 'string' ? body.mobile : '');
  if (!/^QY\d{14}$/.test(number) || !isMobile(mobile)) throw new Refused(texts.none, { data: { reason: 'not_found' } });
  const asking = {
    db: engine.db,
    pictures: engine.config.captcha,
    address: ipForLimits(caller.ip),
    locale,
    body,
  };
  const found = await withAttemptLimit(
    engine.db,
    [
      ...(await limitTriesByIpAddress(asking, perAddress, withoutPicture)),
      { limit: perMobile, subject: mobile },
      { limit: perNumber, subject: number },
    ],
    (reached, wait) => refuseWithoutCaptcha(reached, perAddress, locale) ?? tooMany(wait),
    async () => {
      const result = await findApplication(engine.db, number, mobile);
      return { result, tries: result ? 'back' : 'counts' };
    },
  );
  if (!found) throw new Refused(texts.none, { data: { reason: 'not_found' } });
  const state = enterprise.life?.states[found.status as 'draft'];
  return {
    name: found.name,
    query_no: found.query_no,
    area: divisionNameIn(engine.reference.areas(), found.area_code, locale) ?? '',
    status: found.status,
    status_label: state?.[locale] ?? found.status,
    tone: state?.tone ?? 'neutral',
    submitted_at: found.submitted_at,
    due_at: found.due_at,
    steps: await readSteps(engine.db, found, locale),
    returned: readReturn(found, locale),
    next: await nextStep(engine.db, found, locale),
  };
}

const tooMany = (wait: number) =>
  new Refused(texts.tooMany, {
    values: { minutes: Math.ceil(wait / 60) },
    data: { reason: 'too_frequent', retry_after: wait },
  });

function findApplication(db: Queryable, number: string, mobile: string): Promise<Found | undefined> {
  return db.row<Found>(sql`select e.id, e.name, e.status, e.ent_type, e.query_no, e.area_code,
      floor(extract(epoch from e.submitted_at))::bigint as submitted_at, floor(extract(epoch from e.audited_at))::bigint as audited_at,
      floor(extract(epoch from e.due_at))::bigint as due_at, e.audit_remark, e.audit_remark_en, e.marks
    from enterprise e
    where compact_identifier(e.query_no) = ${number} and (${mobile} in (e.contact_mobile, e.legal_mobile) or exists (
      select from enterprise_person p join member m on m.id = p.user_id
      where p.enterprise_id = e.id and p.status = 'active' and m.mobile = ${mobile}))`);
}

interface Passed {
  [column: string]: unknown;
  move: string;
  time: number;
}

/** Steps of the review with their times, since the latest submission. */
async function readSteps(db: Queryable, found: Found, locale: Locale): Promise<ProgressStep[]> {
  const passed = await db.rows<Passed>(sql`select move, floor(extract(epoch from max(createtime)))::bigint as time
    from history where resource = ${enterprise.name} and row_id = ${found.id} and move in ('submit', 'accept', 'firstPass', 'finalPass', 'return', 'reject')
      and id >= coalesce((select max(id) from history where resource = ${enterprise.name} and row_id = ${found.id} and move = 'submit'), 0)
    group by move`);
  const timeOf = (move: string) => passed.find((one) => one.move === move)?.time ?? null;
  const two = !singleLevelTypes.has(found.ent_type);
  const finished =
    found.audited_at !== null &&
    !['draft', 'submitted', 'first_review', 'final_review', 'returned', 'rejected'].includes(found.status);
  const first = timeOf('firstPass') ?? (finished ? found.audited_at : null);
  const stations = [
    { key: 'submitted', label: texts.submitted, time: timeOf('submit') ?? found.submitted_at },
    { key: 'accepted', label: texts.accepted, time: timeOf('accept') ?? first },
    { key: 'first', label: texts.first, time: first },
    ...(two ? [{ key: 'final', label: texts.final, time: finished ? found.audited_at : timeOf('finalPass') }] : []),
    { key: 'done', label: texts.done, time: finished ? found.audited_at : null },
  ];
  let open = true;
  return stations.map(({ key, label, time }) => {
    if (time !== null && open && found.status !== 'draft') return { key, label: label[locale], state: 'done', time };
    const current = open;
    open = false;
    if (!current) return { key, label: label[locale], state: 'waiting', time: null };
    if (found.status === 'returned') return { key, label: label[locale], state: 'returned', time: timeOf('return') };
    if (found.status === 'rejected') return { key, label: label[locale], state: 'failed', time: timeOf('reject') };
    return { key, label: label[locale], state: 'current', time: null };
  });
}

/** Reason of a return, and the fields to correct, labelled as in the form. */
function readReturn(found: Found, locale: Locale): ApplicationProgress['returned'] {
  if (found.status !== 'returned' && found.status !== 'rejected') return null;
  const fields: Readonly<Record<string, { label: Text }>> = enterprise.fields;
  const marks = (found.marks ?? []).map(({ key, value }) => ({
    field: key,
    label: fields[key]?.label[locale] ?? key,
    remark: value,
  }));
  const reason = (locale === 'en' && found.audit_remark_en) || found.audit_remark;
  return { reason: reason ?? '', marks };
}

async function nextStep(db: Queryable, found: Found, locale: Locale): Promise<string> {
  switch (found.status) {
    case 'submitted':
    case 'first_review':
    case 'final_review':
    case 'change_pending':
      return texts.nextWait[locale];
    case 'returned':
    case 'rejected': {
      const wait = await hoursUntilRegistrationResubmission(db, found.id);
      if (wait) return textIn(texts.nextRejectedWait, locale, { hours: wait.hours });
      return (found.status === 'returned' ? texts.nextReturned : texts.nextRejected)[locale];
    }
    case 'active':
      return texts.nextActive[locale];
    case 'draft':
      return texts.nextDraft[locale];
    default:
      return texts.nextOther[locale];
  }
}
