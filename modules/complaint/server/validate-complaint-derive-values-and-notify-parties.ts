import { text } from '#kernel/text/text.ts';
import { deadlineRuleInForceOn } from '#kernel/time/deadline.ts';
import { addDays, daysBetween, shanghaiToday, toShanghaiMinute } from '#kernel/time/shanghai-time.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { sql } from '#server/db/sql.ts';
import { Refused } from '#server/refusal.ts';
import type { ChangeContext, WriteContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import { complaint } from '../contract/complaint.ts';
import {
  complaintLimits,
  complaintRuleOn,
  type mediationOutcomes,
  minComplainantsOfCommonComplaint,
} from '../contract/complaint-select-options-applicable-rule-and-limits.ts';
import { openStates } from '../contract/complaint-states.ts';
import { lawArticleCitedByComplaintRefusal } from '../contract/law-article-cited-by-complaint-refusal.ts';
import * as messages from '../contract/message-templates.ts';
import { betterOffice, competentOffices } from './find-competent-office-of-complaint.ts';
import { lastDayOfComplaintTimeLimit } from './last-day-of-complaint-time-limit.ts';
import { maskIdentityNumbers } from './party/mask-identity-numbers-in-submitted-texts.ts';
import { refuseComplaintAboutOneself } from './party/refuse-complaint-about-oneself.ts';
import { sendMessageToComplainant } from './send-message-to-complainant.ts';
import { messageOfficersOfComplaint } from './send-message-to-officers-of-complaint.ts';

/** Columns that are no fields. */
interface Apart {
  shown_name_en: string | null;
  refusal_article_en: string | null;
}

type Change = ChangeContext<typeof complaint, Apart>;
type Write = WriteContext<typeof complaint, Apart>;

const texts = {
  future: text('投诉日期不能晚于今天', 'A complaint cannot be filed later than today'),
  eventLater: text('事发时间不能晚于现在', 'The event cannot be later than now'),
  late: text('投诉已超过九十日（{article}）', 'Past the 90-day limit ({article})'),
  elsewhere: text('不属于本机构管辖，建议转 {dept}', "Not this body's jurisdiction, suggest {dept}"),
  common: text('共同投诉应填写代表人', 'A common complaint names its representatives'),
  morePeople: text('登记的共同投诉人多于投诉人数', 'More joint complainants are listed than people complain'),
  sessionPast: text('调解时间应晚于现在', 'The session must be later than now'),
  fulfilBefore: text('履行截止日不能早于今天', 'The last day of fulfilment cannot be in the past'),
  fulfilledLater: text('履行日期不能晚于今天', 'Fulfilment cannot be later than today'),
  reopenLate: text(
    '办结已超过三十日，不能重新处理',
    'More than thirty days have passed since the complaint was closed',
  ),
  passed: text('已移送执法', 'Passed to enforcement already'),
  itself: text('不能并入自己', 'A complaint cannot be merged into itself'),
  anonymousName: text('匿名', 'Anonymous'),
};

/** What a complaint, before the write or after it, has in a field. */
const afterWrite = <K extends keyof Write['values']>({ values, before }: Write, name: K) =>
  (values[name] === undefined ? before?.[name as never] : values[name]) as Write['values'][K];

/** Values that follow from what was entered: the rule, the limit of ninety days, the respondent's name, the shown name. */
async function complete(context: Write): Promise<void> {
  const { engine, tx, values, before, fail } = context;
  const filedOn = afterWrite(context, 'filed_on') ?? shanghaiToday();
  if (filedOn > shanghaiToday()) fail('filed_on', texts.future);
  if ((values.event_at ?? 0) > Date.now() / 1000) fail('event_at', texts.eventLater);
  if (
    (afterWrite(context, 'people') ?? 1) >= minComplainantsOfCommonComplaint &&
    !afterWrite(context, 'representatives')
  )
    fail('representatives', texts.common);
  const joined = (await context.rowsOf('complainants')).length;
  // the complainant is one of the people
  if (joined > 0 && joined >= (afterWrite(context, 'people') ?? 1)) fail('complainants', texts.morePeople);
  values.rule_version = complaintRuleOn(filedOn);
  const contractEnd = afterWrite(context, 'contract_end_on');
  const last =
    contractEnd && contractEnd < filedOn
      ? lastDayOfComplaintTimeLimit(engine, 'complaint_filing', { from: contractEnd, filedOn })
      : undefined;
  values.past_limit = last !== undefined && filedOn > last ? '1' : '0';
  if (!before) {
    values.received_on = filedOn;
    values.contact_by ??= 'mobile';
  }
  if (values.facts) values.facts = maskIdentityNumbers(values.facts);
  await refuseComplaintAboutOneself(context, { ...before, ...values });
  const isAnonymous = afterWrite(context, 'anonymous') === '1';
  values.shown_name = isAnonymous ? texts.anonymousName['zh-cn'] : (afterWrite(context, 'complainant_name') ?? '');
  values.shown_name_en = isAnonymous ? texts.anonymousName.en : null;
  const respondent = values.respondent_enterprise_id;
  if (respondent) {
    const found = await tx.row<{ name: string; ent_type: string }>(
      sql`select name, ent_type from enterprise where id = ${respondent}`,
    );
    if (found) {
      values.respondent_name = found.name;
      values.respondent_kind = found.ent_type as typeof values.respondent_kind;
    }
  }
}

/** The complaint ends in one of the ways in which parties settle or part. */
function settle({ values, before }: Change, outcome: keyof typeof mediationOutcomes): void {
  values.outcome = outcome;
  values.appraising = '0';
  values.days_used = daysBetween(before.accepted_on ?? before.filed_on, shanghaiToday());
}

/** Whether the decision on acceptance comes after its own limit, whatever day a referring office set. */
function recordTimeliness({ engine, values, before }: Change): void {
  const from = before.received_on ?? before.filed_on;
  const last = lastDayOfComplaintTimeLimit(engine, 'complaint_accept', { from, filedOn: before.filed_on });
  values.accepted_late = last !== undefined && shanghaiToday() > last ? '1' : '0';
}

/** Write hooks of complaints: values that follow from the day of filing, and notifications of the parties (domain reference §2.L). */
export const complaintWriteHooks: WriteHooks<typeof complaint, Apart> = {
  async add(context) {
    await complete(context);
    const { engine, tx, afterStore } = context;
    afterStore((id) =>
      sendMessageToComplainant(engine, tx, messages.complaintRegistered, { id, clock: 'acceptance', values: {} }),
    );
  },
  edit: complete,
  notify: {
    notify: {
      template: messages.complaintToAnswer,
      values: { respondent: 'respondent_name', until: 'answer_by' },
    },
    invite: { template: messages.respondentInvited, values: { no: 'no' } },
  },
  moves: {
    async accept(context) {
      const { before, input, fail, engine, tx, afterStore, caller } = context;
      if (before.past_limit === '1' && !input.late_ground) {
        const rule = deadlineRuleInForceOn(engine.reference.rules(), 'complaint_filing', before.filed_on);
        fail('late_ground', texts.late, { article: rule?.article[caller.locale] ?? '' });
      }
      const office = betterOffice(
        await competentOffices(tx, {
          respondent: before.respondent_enterprise_id ?? undefined,
          eventArea: before.event_area,
          urgent: before.urgent === '1',
        }),
        before.area_code,
      );
      if (office && !input.jurisdiction_ground)
        fail('jurisdiction_ground', texts.elsewhere, {
          dept: engine.reference.areas().get(office.area_code)?.name ?? office.area_code,
        });
      recordTimeliness(context);
      afterStore((id) =>
        sendMessageToComplainant(engine, tx, messages.complaintAccepted, { id, clock: 'settlement', values: {} }),
      );
    },
    reject(context) {
      const { before, input, engine, tx, values, afterStore } = context;
      recordTimeliness(context);
      values.result = input.reason;
      const article = lawArticleCitedByComplaintRefusal(input.refusal, before.filed_on);
      values.refusal_article = article['zh-cn'];
      values.refusal_article_en = article.en;
      afterStore((id) =>
        sendMessageToComplainant(engine, tx, messages.complaintRefused, { id, values: { reason: input.reason } }),
      );
    },
    transfer(context) {
      const { input, engine, tx, afterStore } = context;
      recordTimeliness(context);
      afterStore((id) =>
        sendMessageToComplainant(engine, tx, messages.complaintTransferred, {
          id,
          values: { office: input.transferred_to },
        }),
      );
    },
    needMaterial({ engine, tx, afterStore }) {
      afterStore((id) =>
        sendMessageToComplainant(engine, tx, messages.materialWanted, { id, clock: 'material', values: {} }),
      );
    },
    async merge({ before, input, fail, require, cascadeChange }) {
      if (input.merged_into === before.id) return fail('merged_into', texts.itself);
      await require(complaint, input.merged_into, { status: openStates, field: 'merged_into' });
      // what was merged into this one goes with it, so that its number leads to where it is handled
      await cascadeChange(complaint, sql`t.merged_into = ${before.id}`, { merged_into: input.merged_into });
    },
    async notify({ engine, values, before, require }) {
      await require(enterprise, before.respondent_enterprise_id ?? 0, {
        status: ['active', 'change_pending', 'suspended'],
      });
      values.recipient_id = before.respondent_enterprise_id;
      const from = { from: shanghaiToday(), filedOn: before.filed_on };
      values.answer_by = lastDayOfComplaintTimeLimit(engine, 'complaint_answer', from) ?? null;
    },
    answer(context) {
      const { input, values, before } = context;
      values.answer = maskIdentityNumbers(input.answer);
      values.answered_late = before.answer_by && shanghaiToday() > before.answer_by ? '1' : '0';
      messageOfficersOfComplaint(context, messages.complaintAnswered);
    },
    invite({ engine, tx, input, values, fail, afterStore }) {
      if (input.session_at <= Date.now() / 1000) return fail('session_at', texts.sessionPast);
      // the answer was to an earlier invitation
      values.session_answer = null;
      values.session_remark = null;
      const time = toShanghaiMinute(input.session_at * 1000);
      afterStore((id) => sendMessageToComplainant(engine, tx, messages.mediationInvited, { id, values: { time } }));
    },
    answerInvitation: (context) => messageOfficersOfComplaint(context, messages.invitationAnswered),
    supplement(context) {
      context.values.supplement = maskIdentityNumbers(context.input.supplement);
      messageOfficersOfComplaint(context, messages.complaintSupplemented);
    },
    denyFulfilment: (context) => messageOfficersOfComplaint(context, messages.fulfilmentDenied),
    startAppraisal({ values }) {
      values.appraising = '1';
    },
    endAppraisal({ values }) {
      values.appraising = '0';
    },
    agree(context) {
      if (context.input.fulfil_by < shanghaiToday()) context.fail('fulfil_by', texts.fulfilBefore);
      settle(context, 'agreed');
    },
    terminate(context) {
      const { engine, tx, input, afterStore } = context;
      settle(context, 'terminated');
      context.values.result = input.reason;
      afterStore((id) => sendMessageToComplainant(engine, tx, messages.mediationTerminated, { id, values: {} }));
    },
    withdraw: (context) => settle(context, 'withdrawn'),
    reconcile(context) {
      settle(context, 'reconciled');
      context.values.paid_amount = context.input.agreed_amount;
    },
    fulfil({ input, fail }) {
      if (input.fulfilled_on > shanghaiToday()) fail('fulfilled_on', texts.fulfilledLater);
    },
    close({ engine, tx, afterStore }) {
      afterStore((id) => sendMessageToComplainant(engine, tx, messages.complaintEnded, { id, values: {} }));
    },
    toEnforcement({ before }) {
      if (before.passed_on) throw new Refused(texts.passed, { data: { reason: 'bad_transition' } });
    },
    reopen(context) {
      const { before, values, input } = context;
      if (before.closed_on && addDays(before.closed_on, complaintLimits.reopenDays) < shanghaiToday())
        throw new Refused(texts.reopenLate, { data: { reason: 'bad_transition' } });
      values.reopened = '1';
      values.new_facts = maskIdentityNumbers(input.new_facts);
      // nothing is found or settled any more until it is closed again
      values.outcome = null;
      values.responsibility = null;
      messageOfficersOfComplaint(context, messages.complaintReopened);
    },
  },
};
