import { text } from '#kernel/text/text.ts';
import { validationMessages } from '#kernel/text/validation-messages.ts';
import { addMonths, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { sql } from '#server/db/sql.ts';
import type { ChangeContext, WriteContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import { guide } from '../contract/guide.ts';
import { guideStopped } from '../contract/message-templates.ts';
import { crewNotVerifiedNotification } from './crew-record-not-verified-message.ts';

const texts = {
  order: text('结束时间必须晚于开始时间', 'The end must be after the start'),
  period: text(
    '暂扣期限为三个月以上、六个月以下（导游人员管理条例第二十二条）',
    'A guide card is suspended for three to six months (Regulations on Tour Guides, Art. 22)',
  ),
  suspended: text('暂扣至 {suspended_until}', 'suspended until {suspended_until}'),
  revoked: text('吊销', 'revoked'),
};

/**
 * Fills in the area of a guide from the agency, if a member enters the guide or an officer gives no area. Fails for an
 * officer who gives neither.
 */
async function place({ values, before, caller, tx, fail }: WriteContext<typeof guide>): Promise<void> {
  const agency = values.agency_id === undefined ? before?.agency_id : values.agency_id;
  if (caller.type === 'member' && !agency) return;
  const area = values.area_code === undefined ? before?.area_code : values.area_code;
  if (agency && (caller.type === 'member' ? !before : !area)) {
    const row = await tx.row<{ area_code: string }>(sql`select area_code from enterprise where id = ${agency}`);
    values.area_code = row?.area_code ?? null;
  } else if (!area) fail('area_code', validationMessages.required);
}

/** Refuses a guide of a closed agency, and locks the agency until commit. */
async function holdAgency({ values, before, require }: WriteContext<typeof guide>): Promise<void> {
  if (values.agency_id && values.agency_id !== before?.agency_id)
    await require(enterprise, values.agency_id, {
      status: ['active', 'change_pending', 'suspended'],
      field: 'agency_id',
    });
}

type DocumentedChange = ChangeContext<typeof guide, object, { readonly document_no: string; readonly reason: string }>;

/** Records the decision with the card. */
function decide({ values, input, note }: DocumentedChange): void {
  values.decision_no = input.document_no;
  note(input.reason);
}

const noDecision = {
  suspended_from: null,
  suspended_until: null,
  barred_until: null,
  decision_no: null,
} as const;

const returned = crewNotVerifiedNotification(guide, 'name');

/** Hooks of guides: refuse a closed agency, fill in the area, record decisions on the card and link its account. */
export const guideWriteHooks: WriteHooks<typeof guide> = {
  async add(context) {
    await holdAgency(context);
    await place(context);
  },
  async edit(context) {
    await holdAgency(context);
    await place(context);
  },
  notify: {
    return: returned,
    refuseChange: returned,
    suspend: { template: guideStopped, values: { decision: texts.suspended } },
    revoke: { template: guideStopped, values: { decision: texts.revoked } },
  },
  moves: {
    suspend(context) {
      const { input, values, fail } = context;
      const from = input.suspended_from ?? shanghaiToday();
      const until = input.suspended_until;
      if (until <= from) fail('suspended_until', texts.order);
      else if (until < addMonths(from, 3) || until > addMonths(from, 6)) fail('suspended_until', texts.period);
      Object.assign(values, { suspended_from: from, suspended_until: until });
      decide(context);
    },
    resume: ({ values, input, note }) => {
      Object.assign(values, noDecision);
      note(input.reason);
    },
    revoke(context) {
      // 旅游法 Article 103: three years from the day of the penalty
      Object.assign(context.values, {
        suspended_from: null,
        suspended_until: null,
        barred_until: addMonths(shanghaiToday(), 36),
      });
      decide(context);
    },
    bind({ values, input, note }) {
      values.user_id = input.member_id;
      note(input.reason);
    },
    unbind({ values, input, note }) {
      values.user_id = null;
      note(input.reason);
    },
    readmit({ values, input, note }) {
      Object.assign(values, noDecision);
      note(input.reason);
    },
  },
};
