import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { textIn } from '#kernel/text/text.ts';
import { shanghaiDateOf, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { personOfEnterprise } from '#modules/enterprise/contract/person-of-enterprise.ts';
import { onBehalfOf } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { WriteContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import type { check } from '../../contract/check/enforcement-check.ts';
import {
  type CheckResult,
  checkResults,
  publishedObjects,
  resultsWithProblems,
} from '../../contract/check/enforcement-check-source-result-and-flag-options.ts';
import { scanInTexts } from '../../contract/check/judge-officer-scan-in-place-and-time.ts';
import {
  checkAssigned,
  checkBegun,
  checkCancelled,
  checkNotice,
  checkReturned,
  checkReviewed,
} from '../../contract/check/messages-about-enforcement-check.ts';
import { checkOfficer } from '../../contract/check/officers-answers-and-signatures-of-check.ts';
import { mergeIntoJointCheck } from '../frequency/merge-into-joint-check.ts';
import { copyItemsOfPlan } from './draft-checks-of-draw.ts';
import { enforcementCheckRefusalTexts as texts } from './enforcement-check-refusal-texts.ts';
import { fillNameAndEnterpriseOfCheckedObject } from './fill-name-and-enterprise-of-checked-object.ts';
import { notifyOfficersOfCheck } from './notify-officers-of-check.ts';
import {
  officersAfterWrite,
  refuseIneligibleOfficers,
  requireCallerAmongOfficers,
} from './officer-eligibility-for-check.ts';
import {
  type CheckChange,
  refuseUnapprovableCheck,
  requireCheckableEnterprise,
} from './refuse-unapprovable-check-or-preview-refusals.ts';
import {
  messageValuesOfCheckVisit,
  revalidateCheckWithChangedOfficersOrTimeAndNotify,
} from './revalidate-check-with-changed-officers-or-time-and-notify.ts';
import { sealAndSubmitCheckRecord } from './seal-and-submit-check-record.ts';
import {
  showCheckToEnterprise,
  validateAndRecordScanInByColleagueCode,
} from './validate-and-record-scan-in-by-code-on-colleague-phone.ts';

const nowSeconds = () => Math.floor(Date.now() / 1000);

/** Rules between fields, of a new check and of an edited one. What only another source or kind of notice has is emptied. */
async function checkFields(context: WriteContext<typeof check>): Promise<void> {
  const { before, values, fail } = context;
  await fillNameAndEnterpriseOfCheckedObject(context);
  const { notify_mode, source } = { ...before, ...values };
  const { direct_reason, clue, check_reason, complaint_id } = { ...before, ...values };
  if (direct_reason && notify_mode !== 'direct') values.direct_reason = null;
  if (clue && source !== 'case') values.clue = null;
  if (complaint_id && (source !== 'case' || clue !== 'complaint')) values.complaint_id = null;
  if (check_reason && source !== 'case' && source !== 'special') values.check_reason = null;
  const one = { ...before, ...values };
  if (one.window_from && one.window_to && one.window_to <= one.window_from) fail('window_to', texts.windowOrder);
  if (one.due_on && one.window_to && one.due_on < shanghaiDateOf(one.window_to)) fail('due_on', texts.dueBefore);
  if (values.due_on && values.due_on !== before?.due_on && values.due_on < shanghaiToday())
    fail('due_on', texts.pastDue);
}

/** A time that is still to come was arranged. */
function requireWindow({ before, fail }: CheckChange): void {
  if (!before.window_from || !before.window_to) fail('window_from', scanInTexts.noWindow);
  else if (before.window_to < nowSeconds()) fail('window_to', texts.windowPassed);
}

/** The notice reaches somebody of the enterprise here, or was served on paper (domain reference §2.I: receipt of the notice). */
async function requireDelivery({ tx, before, input, fail }: CheckChange): Promise<void> {
  if (input.notice_receipt || !before.enterprise_id) return;
  const recipient = await tx.row(sql`select 1 as found from ${sql.id(tableOf(personOfEnterprise))} p
    where p.enterprise_id = ${before.enterprise_id} and p.status = 'active' and p.user_id is not null limit 1`);
  if (!recipient) fail('notice_receipt', texts.notDelivered);
}

async function dispatch(context: CheckChange): Promise<void> {
  const { before } = context;
  await requireCheckableEnterprise(context);
  refuseIneligibleOfficers(context, before, await officersAfterWrite(context, before));
  requireWindow(context);
  context.afterStore(() => notifyOfficersOfCheck(context, before, checkAssigned, messageValuesOfCheckVisit(before)));
}

/** The result fits what the officers found, and is decided by somebody who was not there. */
async function review(context: CheckChange<{ readonly result_code: CheckResult }>): Promise<void> {
  const { tx, before, caller, input, fail } = context;
  const officers = await officersAfterWrite(context, before);
  if (officers.some(({ admin_id }) => admin_id === caller.id)) fail('result_code', texts.ownReview);
  const result = textIn(checkResults[input.result_code], caller.locale);
  if (before.status === 'refused') {
    if (!['uncooperative', 'unreachable', 'pending'].includes(input.result_code))
      fail('result_code', texts.refusedResult);
    return;
  }
  const counted = await tx.row<{ n: number }>(
    sql`select count(*)::int as n from enforcement_check_answer where check_id = ${before.id} and problem`,
  );
  const n = counted?.n ?? 0;
  if (n > 0 && (input.result_code === 'no_problem' || input.result_code === 'not_engaged'))
    fail('result_code', texts.hasProblems, { n, result });
  if (n === 0 && resultsWithProblems.includes(input.result_code)) fail('result_code', texts.noProblems, { result });
}

/** Hooks of checks (domain reference §2.I): what the law demands at every step. */
export const checkWriteHooks: WriteHooks<typeof check> = {
  async add(context) {
    const { engine, tx, caller, values, rowsOf } = context;
    await checkFields(context);
    const plan = values.plan_id;
    if (plan && (await rowsOf('items')).length === 0)
      context.afterStore(async (id) => {
        await copyItemsOfPlan(engine, tx, { id, plan, caller: onBehalfOf(caller) });
      });
  },
  async edit(context) {
    await checkFields(context);
    await revalidateCheckWithChangedOfficersOrTimeAndNotify(context);
  },
  notify: {
    notify: {
      template: checkNotice,
      values: {
        department: 'department_id',
        name: 'enterprise_id',
        no: 'check_no',
        from: 'window_from',
        items: 'item_names',
      },
    },
    scanIn: { template: checkBegun, values: { name: 'object_name', no: 'check_no', items: 'item_names' } },
    review: { template: checkReviewed, values: { name: 'object_name', no: 'check_no', result: 'result_code' } },
    cancel: { template: checkCancelled, values: { name: 'object_name', no: 'check_no' } },
  },
  moves: {
    async apply({ rowsOf, fail }) {
      if ((await rowsOf('items')).length === 0) fail('items', texts.noItems);
    },
    merge: mergeIntoJointCheck,
    approve: refuseUnapprovableCheck,
    async approveSpecial(context) {
      if ((context.input.opinion ?? '').trim().length < 5) context.fail('opinion', texts.leaderReason);
      await refuseUnapprovableCheck(context);
    },
    async notify(context) {
      const { before, fail } = context;
      if (!before.enterprise_id) fail('enterprise_id', texts.noObject);
      requireWindow(context);
      await requireCheckableEnterprise(context);
      await requireDelivery(context);
      showCheckToEnterprise(context);
    },
    dispatch,
    async accept(context) {
      const { before, caller, cascadeChange } = context;
      const own = requireCallerAmongOfficers(context, caller, await officersAfterWrite(context, before));
      if (!own) return;
      await cascadeChange(checkOfficer, sql`t.check_id = ${before.id} and t.officer_id = ${own.id}`, {
        accepted_at: nowSeconds(),
      });
    },
    scanIn: validateAndRecordScanInByColleagueCode,
    async record(context) {
      const { before, caller, input, fail } = context;
      requireCallerAmongOfficers(context, caller, await officersAfterWrite(context, before));
      if (before.status === 'on_site' && input.credentials_shown !== '1') fail('credentials_shown', texts.notShown);
    },
    submit: sealAndSubmitCheckRecord,
    async refuse(context) {
      requireCallerAmongOfficers(context, context.caller, await officersAfterWrite(context, context.before));
    },
    review,
    return(context) {
      const { before, input } = context;
      context.afterStore(() =>
        notifyOfficersOfCheck(context, before, checkReturned, {
          name: before.object_name ?? '',
          no: before.check_no ?? '',
          reason: input.reason,
        }),
      );
    },
    publish({ before, values, fail }) {
      if (!publishedObjects.includes(before.object_type)) fail('object_type', texts.notPublic);
      // in this state only the clock of publication runs
      values.published_late = before.due_at !== null && before.due_at < nowSeconds() ? '1' : '0';
    },
    close({ before, fail }) {
      if (publishedObjects.includes(before.object_type) && !before.published_at)
        fail('published_at', texts.unpublishedResult);
    },
  },
};
