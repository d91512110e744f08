import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { text } from '#kernel/text/text.ts';
import { daysBetween, shanghaiToday, toShanghaiDate, toShanghaiIso } from '#kernel/time/shanghai-time.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { admin } from '#modules/identity/contract/admin.ts';
import type { Officer } from '#modules/library/contract/officer/enforcement-officer.ts';
import { whyOfficersNotPair } from '#modules/library/contract/officer/why-officers-not-assignable.ts';
import { sql } from '#server/db/sql.ts';
import { Refused } from '#server/refusal.ts';
import type { ChangeContext, WriteContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import type { order } from '../contract/correction-order.ts';
import {
  type noticeServiceWays,
  onsiteSeverities,
  provisionToComplete,
} from '../contract/correction-order-kinds-sources-and-limits.ts';
import * as messages from '../contract/message-templates.ts';
import { problem } from '../contract/problem-to-correct.ts';
import {
  issueNotice,
  type OrderIssue,
  serveDocuments,
  voidDocuments,
} from './issue-and-serve-correction-order-documents.ts';
import { lastDayOfCorrectionTerm } from './last-day-of-correction-term.ts';
import { markRepeatedProblems, unmarkRepeatsOfWithdrawnOrder } from './mark-repeated-problems.ts';
import { notifyOfficersOfCorrectionOrder } from './notify-officers-of-correction-order.ts';
import { requireCallerMayReviewCorrectionOrder } from './require-caller-may-review-correction-order.ts';

type Change = ChangeContext<typeof order>;

/** States of an enterprise in which it can be ordered to correct something. */
const addressable = ['active', 'change_pending', 'suspended'] as const;

const texts = {
  consent: text(
    '电子送达须经企业确认同意（行政处罚法第六十一条）',
    'Electronic service needs the consent of the enterprise (Administrative Penalty Law, Art. 61)',
  ),
  future: text('送达日期不能晚于今天', 'The date of service cannot be later than today'),
  early: text('送达日期不能早于下达日期', 'The date of service cannot be earlier than the date of issue'),
  foreign: text('不是本责令的问题', 'Not a problem of this order'),
  noProvision: text(
    '问题“{name}”还没有写明违反的条款，请编辑后再下达',
    'The provision that “{name}” violates is not entered yet: edit the order first',
  ),
  noProblem: text('请至少填写一个问题', 'Enter at least one problem'),
  noPicture: text(
    '每个问题至少一张整改后照片，还缺 {n} 个问题的',
    'At least one picture after the correction for every problem; missing for {n}',
  ),
};

/** The order lies where its enterprise does. */
async function setArea({ tx, values, before }: WriteContext<typeof order>): Promise<void> {
  const id = values.enterprise_id ?? before?.enterprise_id;
  if (!id) return;
  const found = await tx.row<{ area_code: string }>(sql`select area_code from enterprise where id = ${id}`);
  if (found) values.area_code = found.area_code;
}

type AssignedOfficer = Pick<Officer, 'id' | 'name' | 'status' | 'on_duty' | 'cert_valid_to'> & {
  readonly cert_no: string;
  readonly enabled: boolean;
  readonly recused: boolean;
};

/** Officers who may issue the order today, as documents name them. Notes at the field why they may not. */
async function nameOfficers({ tx, before, fail }: Change): Promise<string> {
  const found = await tx.rows<AssignedOfficer>(sql`
    select o.id, o.name, o.status, case when o.on_duty then '1' else '0' end as on_duty, o.cert_valid_to::text, o.cert_no, a.status = '1' as enabled,
      exists (select from library_recusal r where r.officer_id = o.id and r.enterprise_id = ${before.enterprise_id}
        and r.status in ('declared', 'confirmed') and r.from_on <= ${shanghaiToday()}::date
        and (r.until_on is null or r.until_on >= ${shanghaiToday()}::date)) as recused
    from unnest(${[...before.officers]}::bigint[]) with ordinality n (id, place) join library_officer o on o.id = n.id
      join ${sql.id(tableOf(admin))} a on a.id = o.admin_id order by n.place`);
  const reason = whyOfficersNotPair(found, shanghaiToday());
  if (reason) fail('officers', reason.text, reason.values);
  return found.map(({ name, cert_no }) => `${name}（${cert_no}）`).join('、');
}

/** Issues the order, or issues it again, with its notice and the day by which it has to be complied with. */
async function issue(
  context: Change,
  days: number,
  { service, consented }: { readonly service: string; readonly consented?: string | null | undefined },
): Promise<void> {
  const { engine, values, before, rowsOf, fail, require } = context;
  await require(enterprise, before.enterprise_id, { status: addressable, field: 'enterprise_id' });
  if (service === 'electronic' && consented !== '1') fail('consented', texts.consent);
  const officers = await nameOfficers(context);
  const dueOn =
    before.kind === 'on_the_spot'
      ? shanghaiToday()
      : lastDayOfCorrectionTerm(engine.reference.calendar(), shanghaiToday(), days);
  Object.assign(values, { due_on: dueOn, service, officer_names: officers, recipient_id: before.enterprise_id });
  const problems = (await rowsOf('problems')) as unknown as OrderIssue['problems'];
  if (problems.length === 0) return fail('problems', texts.noProblem);
  const unfounded = problems.find(({ law }) => law === provisionToComplete);
  if (unfounded) return fail('problems', texts.noProvision, { name: unfounded.problem.slice(0, 30) });
  values.notice_no = await issueNotice(context, {
    dueOn,
    service: service as keyof typeof noticeServiceWays,
    officers,
    problems,
  });
}

/** The problems, all or some, need new pictures. */
const reopenProblems = ({ before, cascadeChange }: Change, ids?: readonly number[]): Promise<number[]> =>
  cascadeChange(
    problem,
    ids?.length ? sql`t.order_id = ${before.id} and t.id = any(${[...ids]}::bigint[])` : sql`t.order_id = ${before.id}`,
    { answered: '0', requested_round: before.rounds ?? 0 },
  );

/** The pictures of the next submission are counted from none. */
const countPicturesAgain = ({ before, cascadeChange }: Change): Promise<number[]> =>
  cascadeChange(problem, sql`t.order_id = ${before.id} and t.pictures > 0`, { pictures: 0 });

/** A request for an extension that the office has not decided ends when the order goes on without it. */
function withdrawRequest({ values: set, before }: Change): void {
  if (before.extension === 'requested') set.extension = 'withdrawn';
}

/** The submission that the enterprise makes next. */
const nextRound = ({ rounds }: Change['before']): number => (rounds ?? 0) + 1;

/** What was late in this submission is not; a submission before that was late remains so. */
function takeBackLapse({ values: set, before }: Change): void {
  if (before.late_round === nextRound(before)) Object.assign(set, { late: '0', late_round: null });
}

/**
 * Whether the enterprise hands in late, also if the platform has not noticed yet that the last day passed. An extension
 * that was asked for in time and is not decided counts: the time that the office takes is not the enterprise's.
 */
function recordWhetherLate(context: Change): void {
  const { engine, before, values: set } = context;
  if (!before.due_on) return;
  const extra = before.extension === 'requested' ? (before.extension_days ?? 0) : 0;
  const last = extra > 0 ? lastDayOfCorrectionTerm(engine.reference.calendar(), before.due_on, extra) : before.due_on;
  if (last >= shanghaiToday()) takeBackLapse(context);
  else Object.assign(set, { late: '1', late_round: before.late_round ?? nextRound(before) });
}

/** The enterprise has received the order. */
function recordReceipt(context: Change): void {
  const by = context.caller.name;
  context.values.received_by = by;
  context.afterStore(() => serveDocuments(context, context.before.id, { by }));
}

/** The day on which the order was issued, or issued once more. */
const issueDay = ({ issued_at, issued_on }: Change['before']): string | null =>
  issued_at === null ? issued_on : toShanghaiDate(toShanghaiIso(issued_at * 1000));

function recordEnd({ values, before }: Change): void {
  values.days_used = daysBetween(before.issued_on ?? shanghaiToday(), shanghaiToday());
}

const until = { until: 'due_on' } as const;
const name = { name: 'enterprise_id' } as const;
const values = { ...name, ...until };

/** Hooks of correction orders: who may issue and review them, until when they are to be complied with. */
export const correctionOrderMoveAndWriteHooks: WriteHooks<typeof order> = {
  async add(context) {
    await setArea(context);
    markRepeatedProblems(context);
  },
  async edit(context) {
    await setArea(context);
    markRepeatedProblems(context);
  },
  notify: {
    issue: { template: messages.correctionOrdered, values, sms: 'enterprise_id.contact_mobile' },
    reissue: { template: messages.correctionOrdered, values, sms: 'enterprise_id.contact_mobile' },
    return: { template: messages.correctionReturned, values: until },
    failOnsite: { template: messages.correctionFailed },
    grantExtension: { template: messages.extensionGranted, values: { ...until, days: 'extension_days' } },
    refuseExtension: { template: messages.extensionRefused, values: until },
    lapse: { template: messages.correctionOverdue, values },
    close: { template: messages.correctionPassed, values: name },
    cancel: { template: messages.correctionWithdrawn },
  },
  moves: {
    async issue(context) {
      await issue(context, context.before.term_days ?? 0, context.input);
      const { afterStore, cascadeChange } = context;
      afterStore(async (id) => {
        await cascadeChange(problem, sql`t.order_id = ${id}`, { ordered_on: shanghaiToday() });
      });
      markRepeatedProblems(context);
    },
    async reissue(context) {
      await issue(context, context.input.term_days, context.input);
      Object.assign(context.values, { second: '1', term_days: context.input.term_days });
      Object.assign(context.values, { extension: null, extension_days: null, extension_reason: null });
      // it is signed for again
      Object.assign(context.values, { read_at: null, received_by: null });
      await reopenProblems(context);
      await countPicturesAgain(context);
    },
    read: recordReceipt,
    serve(context) {
      const { input, before, fail, values: set, afterStore } = context;
      if (input.served_on > shanghaiToday()) fail('served_on', texts.future);
      else if (input.served_on < (issueDay(before) ?? '')) fail('served_on', texts.early);
      set.received_by = input.received_by;
      afterStore(() => serveDocuments(context, before.id, { by: input.received_by, on: input.served_on }));
    },
    async correctOnSpot(context) {
      await requireCallerMayReviewCorrectionOrder(context);
      recordEnd(context);
    },
    async submit(context) {
      const { tx, before, choose } = context;
      context.values.rounds = nextRound(before);
      // whether or not the platform has noticed that the last day passed
      recordWhetherLate(context);
      withdrawRequest(context);
      if (before.read_at === null) {
        context.values.read_at = Math.floor(Date.now() / 1000);
        recordReceipt(context);
      }
      const found = await tx.row<{ missing: number; severe: boolean }>(sql`
        select (count(*) filter (where not answered))::int as missing, bool_or(severity = any(${[...onsiteSeverities]}::text[])) as severe
        from reform_problem where order_id = ${before.id}`);
      if (found?.missing)
        throw new Refused(texts.noPicture, { values: { n: found.missing }, data: { reason: 'invalid' } });
      if (found?.severe) choose('need_onsite');
      await countPicturesAgain(context);
      await notifyOfficersOfCorrectionOrder(context, messages.correctionSubmitted);
    },
    async return(context) {
      await requireCallerMayReviewCorrectionOrder(context);
      const { engine, before, input, fail } = context;
      const last = lastDayOfCorrectionTerm(engine.reference.calendar(), shanghaiToday(), input.days);
      context.values.due_on = before.due_on && before.due_on > last ? before.due_on : last;
      const ids = input.problem_ids ?? [];
      const changed = await reopenProblems(context, ids);
      if (ids.length > 0 && changed.length !== new Set(ids).size) fail('problem_ids', texts.foreign);
    },
    approve: requireCallerMayReviewCorrectionOrder,
    requireOnsite: requireCallerMayReviewCorrectionOrder,
    passOnsite: requireCallerMayReviewCorrectionOrder,
    failOnsite: requireCallerMayReviewCorrectionOrder,
    async requestExtension(context) {
      context.values.extension = 'requested';
      await notifyOfficersOfCorrectionOrder(context, messages.extensionRequested);
    },
    grantExtension(context) {
      const { engine, before, values: set, choose } = context;
      // days that passed before the office decided are not the enterprise's
      const today = shanghaiToday();
      const from = before.due_on && before.due_on > today ? before.due_on : today;
      set.due_on = lastDayOfCorrectionTerm(engine.reference.calendar(), from, before.extension_days ?? 0);
      set.extension = 'granted';
      // it was asked for in time
      takeBackLapse(context);
      if (before.status === 'overdue') choose(before.read_at === null ? 'issued' : 'read');
    },
    refuseExtension({ values: set }) {
      set.extension = 'refused';
    },
    escalate: withdrawRequest,
    close: recordEnd,
    cancel(context) {
      const { before, input, afterStore, cascadeChange } = context;
      withdrawRequest(context);
      afterStore(async () => {
        await voidDocuments(context, before.id, input.reason);
        await cascadeChange(problem, sql`t.order_id = ${before.id}`, { ordered_on: null });
      });
      unmarkRepeatsOfWithdrawnOrder(context);
    },
  },
};
