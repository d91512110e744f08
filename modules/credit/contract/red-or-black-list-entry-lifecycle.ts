import { today } from '#kernel/declaration/row-condition-and-move-guard.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { text } from '#kernel/text/text.ts';

const reason = field.textarea(text('理由', 'Reason'), { required: true, min: 5, max: 500 });
const closed = { editable: false, deletable: false } as const;

/**
 * From the draft to the end of a listing (domain reference §2.N `crd_list`): notice, statement of the enterprise,
 * decision by another officer, publication, and repair, removal or the end of the period.
 */
export const redOrBlackListEntryLifecycle = lifecycle({
  initial: 'draft',
  states: {
    draft: { ...text('起草中', 'Draft'), tone: 'muted' },
    noticed: { ...text('已告知', 'Notified'), tone: 'warning', ...closed },
    defence: { ...text('已陈述申辩', 'Statement received'), tone: 'warning', ...closed },
    decided: { ...text('已认定', 'Decided'), tone: 'progress', ...closed },
    published: { ...text('公布中', 'Published'), tone: 'warning', ...closed },
    repair_pending: { ...text('信用修复审查中', 'Repair under review'), tone: 'progress', ...closed },
    // what a repair promised may turn out false, and the listing is then resumed
    repaired: { ...text('修复移出', 'Repaired'), tone: 'muted', ...closed },
    removed: { ...text('决定移出', 'Removed'), tone: 'muted', ...closed, final: true },
    expired: { ...text('期满移出', 'Period ended'), tone: 'muted', ...closed, final: true },
    dropped: { ...text('不予列入', 'Not listed'), tone: 'muted', ...closed, final: true },
  },
  clocks: {
    statement: {
      ...text('陈述申辩期限', 'Statement of the party'),
      until: 'statement_until',
      warn: ['t-3', 't'],
      in: ['noticed'],
    },
    term: { ...text('列入期限', 'Period of the listing'), until: 'ends_on', in: ['published', 'repair_pending'] },
  },
  moves: {
    notify: {
      from: ['draft'],
      to: 'noticed',
      label: text('告知当事人', 'Notify the party'),
      tone: 'primary',
      locks: 'id',
      emits: 'notified',
      stamps: ['noticed_on'],
      effect: text(
        '制发告知书并编号；当事人即可查看并陈述申辩。导游没有绑定账号的，由工作人员送达告知书、登记其意见。',
        'The notice is issued and numbered. From now on the party sees the listing and may state its case. Officers serve the notice on a guide without an account, and enter what the guide states.',
      ),
    },
    state: {
      from: ['noticed'],
      to: 'defence',
      by: ['admin', 'member'],
      ownersAct: true,
      label: text('陈述申辩', 'State your case'),
      tone: 'primary',
      emits: 'stated',
      settles: true,
      stamps: ['stated_at'],
      input: {
        statement: field.textarea(text('陈述申辩意见', 'Statement'), { required: true, min: 10, max: 2000 }),
        statement_files: field.files(text('证据材料', 'Evidence'), { max: 9, private: true }),
      },
    },
    waive: {
      from: ['noticed'],
      by: ['admin', 'member'],
      ownersAct: true,
      label: text('放弃陈述申辩', 'Waive the statement'),
      emits: 'waived',
      settles: true,
      when: [
        { if: [['heard', '=', '0']], else: text('已放弃陈述申辩', 'The statement was waived already'), quiet: true },
      ],
    },
    decide: {
      from: ['noticed', 'defence'],
      to: 'decided',
      label: text('作出认定', 'Decide'),
      tone: 'primary',
      locks: 'id',
      emits: 'decided',
      stamps: ['decided_by', 'decided_on'],
      byAnother: {
        else: text('起草人不能作出认定，须由另一人决定', 'Whoever drafted the listing cannot decide it'),
      },
      when: [
        {
          if: [['heard', '=', '1']],
          or: [['statement_until', '<', today]],
          else: text(
            '陈述申辩期未满，当事人也未陈述或放弃，不得作出认定',
            'The time for the statement has not passed, and the party has neither stated its case nor waived it',
          ),
        },
      ],
      input: {
        opinion: field.textarea(text('认定意见（含对陈述申辩的复核）', 'Findings, with the review of the statement'), {
          required: true,
          min: 10,
          max: 2000,
        }),
      },
      effect: text(
        '制发认定决定书并编号，列入期限自今日起算。',
        'The decision is issued and numbered; the period begins today.',
      ),
    },
    drop: {
      from: ['noticed', 'defence', 'decided'],
      to: 'dropped',
      label: text('不予列入', 'Do not list'),
      emits: 'dropped',
      input: { reason },
    },
    publish: {
      from: ['decided'],
      to: 'published',
      label: text('公布', 'Publish'),
      tone: 'primary',
      emits: 'published',
      stamps: ['published_on'],
      effect: text(
        '向社会公布，公众凭企业名称或者导游证号可查；评分、抽查比例和奖励资格随即生效。',
        'Everybody can look it up by the name of the enterprise or the number of the guide card. Score, draws and rewards follow at once.',
      ),
    },
    requestRepair: {
      from: ['published'],
      to: 'repair_pending',
      by: [],
      label: text('申请信用修复', 'Repair applied for'),
      emits: 'repair_requested',
    },
    refuseRepair: {
      from: ['repair_pending'],
      to: 'published',
      by: [],
      label: text('未予修复', 'Not repaired'),
      emits: 'repair_refused',
    },
    repair: {
      from: ['repair_pending'],
      to: 'repaired',
      by: [],
      label: text('信用修复移出', 'Removed by repair'),
      emits: 'removed',
      stamps: ['removed_on'],
    },
    relist: {
      from: ['repaired'],
      to: 'published',
      by: [],
      label: text('承诺不实，恢复列入', 'Listed again for a false promise'),
      emits: 'published',
    },
    remove: {
      from: ['published', 'repair_pending'],
      to: 'removed',
      label: text('移出', 'Remove'),
      tone: 'danger',
      emits: 'removed',
      stamps: ['removed_on'],
      byAnother: { else: text('起草人不能移出，须由另一人决定', 'Whoever drafted the listing cannot remove it') },
      input: {
        document_no: field.identifier(text('文书号', 'Document number'), { required: true, max: 60 }),
        reason,
      },
      effect: text(
        '列入所依据的决定被撤销、变更或者列入有误时使用。',
        'For listings whose decision was revoked or changed, or that were made in error.',
      ),
    },
    expire: {
      from: ['published', 'repair_pending'],
      to: 'expired',
      by: [],
      label: text('期满移出', 'Period ended'),
      emits: 'expired',
    },
  },
});
