import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { text } from '#kernel/text/text.ts';
import { incidentLevels } from '#modules/system/contract/travel-reward-and-incident-option-lists.ts';
import { upwardOffices } from './incident-sources-grades-and-offices.ts';

const closed = { editable: false, deletable: false } as const;
const open = ['reported', 'verified', 'responding', 'controlled'] as const;
const casualty = { min: 0, max: 100_000 } as const;

/** Numbers that a later report replaces; what is left empty stays. */
export const casualtyInputs = {
  dead: field.integer(text('死亡', 'Dead'), casualty),
  hurt: field.integer(text('重伤', 'Seriously hurt'), casualty),
  missing: field.integer(text('失踪', 'Missing'), casualty),
  stranded: field.integer(text('滞留', 'Stranded'), casualty),
};

const reportedUpward = {
  if: [['onward_at', 'NOT NULL']],
  else: text('尚未向上级报告，请先办理“上报”', 'It has not been reported upward yet: report it first'),
} as const;

/**
 * From the report of an incident to the account given of it (domain reference §2.AC). The operator reports to the county within
 * an hour, and every office upward within two (旅游安全管理办法 Art. 15 and 17).
 */
export const incidentLifecycle = lifecycle({
  initial: 'reported',
  states: {
    reported: { ...text('待核实', 'Reported'), tone: 'bad', deletable: false },
    verified: { ...text('已核实', 'Verified'), tone: 'warning', ...closed },
    responding: { ...text('处置中', 'Responding'), tone: 'progress', ...closed },
    controlled: { ...text('已控制', 'Under control'), tone: 'good', ...closed },
    closed: { ...text('已办结', 'Closed'), tone: 'muted', ...closed, final: true },
    dismissed: { ...text('误报', 'False alarm'), tone: 'muted', ...closed, final: true },
  },
  clocks: {
    attention: {
      ...text('值班接报', 'Attention of the duty room'),
      rule: 'incident_attention',
      in: ['reported'],
      urgent: true,
      served: true,
    },
    operator_report: {
      ...text('经营者报告', 'Report of the operator'),
      rule: 'incident_operator_report',
      in: ['reported', 'verified', 'responding'],
      from: 'happened_at',
      served: true,
    },
    onward: {
      ...text('向上级报告', 'Report upward'),
      rule: 'incident_onward',
      in: open,
      from: 'received_at',
      served: true,
    },
  },
  moves: {
    alarm: {
      from: ['reported'],
      by: [],
      label: text('提请值班处置', 'Alert the duty room'),
      starts: ['attention'],
      emits: 'alarmed',
    },
    awaitOperator: {
      from: ['reported'],
      by: [],
      label: text('等待经营者报告', 'Wait for the operator'),
      starts: ['operator_report'],
      emits: 'operator_awaited',
    },
    supplement: {
      from: ['reported', 'verified', 'responding'],
      by: ['member', 'admin'],
      label: text('经营者报告', 'Report of the operator'),
      tone: 'primary',
      emits: 'supplemented',
      stops: ['operator_report'],
      stamps: ['operator_reported_at'],
      settles: true,
      when: [
        {
          if: [['operator_reported_at', 'NULL']],
          else: text('经营者已报告过，续报请填写“续报”', 'The operator has reported; send an update instead'),
          quiet: true,
        },
      ],
      input: {
        ...casualtyInputs,
        first_response: field.textarea(text('已采取的措施', 'What has been done'), {
          required: true,
          min: 2,
          max: 2000,
        }),
      },
    },
    update: {
      from: open,
      by: ['admin', 'member'],
      label: text('续报', 'Update'),
      emits: 'updated',
      input: {
        ...casualtyInputs,
        stranded_long: field.switch(text('滞留超过 24 小时', 'Stranded for more than 24 hours')),
        reason: field.textarea(text('情况', 'What has changed'), { required: true, min: 2, max: 2000 }),
      },
      effect: text('等级按新的人数自动判定。', 'The grade follows from the new numbers by itself.'),
    },
    verify: {
      from: ['reported'],
      to: 'verified',
      label: text('核实', 'Verify'),
      tone: 'primary',
      emits: 'verified',
      stamps: ['verified_at', 'verified_by'],
      settles: true,
      when: [
        {
          if: [['place', 'NOT NULL']],
          or: [['place_name', 'NOT NULL']],
          else: text('尚未写明地点', 'The place is not on record yet'),
        },
      ],
      input: {
        ...casualtyInputs,
        reason: field.textarea(text('核实情况', 'How it was verified'), { required: true, min: 2, max: 1000 }),
      },
    },
    dismiss: {
      from: ['reported'],
      to: 'dismissed',
      label: text('误报', 'False alarm'),
      tone: 'danger',
      emits: 'dismissed',
      stamps: ['closed_at'],
      settles: true,
      input: { reason: field.textarea(text('理由', 'Reason'), { required: true, min: 5, max: 500 }) },
    },
    grade: {
      from: open,
      label: text('人工定级', 'Grade by hand'),
      emits: 'graded',
      input: {
        grade_by_hand: field.select(text('人工定级', 'Grade by hand'), { required: true, optionList: incidentLevels }),
        grade_reason: field.textarea(text('定级理由', 'Reason for the grade'), { required: true, min: 5, max: 500 }),
      },
      effect: text('自动判定的等级仍一并显示。', 'The grade that follows from the numbers stays visible beside it.'),
    },
    clearGrade: {
      from: open,
      label: text('取消人工定级', 'Drop the grade by hand'),
      emits: 'graded',
      when: [
        { if: [['grade_by_hand', 'NOT NULL']], else: text('没有人工定级', 'No grade was set by hand'), quiet: true },
      ],
      input: { reason: field.textarea(text('理由', 'Reason'), { required: true, min: 5, max: 500 }) },
    },
    reportOnward: {
      from: open,
      label: text('上报', 'Report upward'),
      tone: 'primary',
      emits: 'reported_onward',
      stops: ['onward'],
      stamps: ['onward_at', 'onward_by'],
      when: [
        {
          if: [['onward_at', 'NULL']],
          else: text('已上报过；情况有变化请续报', 'It was reported upward before; send an update if anything changes'),
          quiet: true,
        },
      ],
      input: {
        onward_to: field.select(text('上报单位', 'Reported to'), { required: true, options: upwardOffices }),
        onward_way: field.text(text('报告方式与接报人', 'How, and who received it'), {
          required: true,
          min: 2,
          max: 200,
          hint: text('如：电话，市局值班室李某', 'Such as: by telephone, duty room of the prefecture, Mr Li'),
        }),
      },
    },
    respond: {
      from: ['verified'],
      to: 'responding',
      label: text('启动处置', 'Respond'),
      tone: 'primary',
      emits: 'responding',
      stamps: ['responded_at'],
      input: {
        commander: field.text(text('现场负责人', 'Commander on site'), { required: true, max: 60 }),
        commander_phone: field.text(text('联系电话', 'Phone of the commander'), { required: true, max: 40 }),
      },
    },
    control: {
      from: ['responding'],
      to: 'controlled',
      label: text('已控制', 'Under control'),
      tone: 'primary',
      emits: 'controlled',
      stamps: ['controlled_at'],
      when: [reportedUpward],
      input: { reason: field.textarea(text('控制情况', 'How it stands'), { required: true, min: 2, max: 1000 }) },
    },
    resume: {
      from: ['controlled'],
      to: 'responding',
      label: text('再次处置', 'Respond again'),
      tone: 'danger',
      emits: 'resumed',
      input: { reason: field.textarea(text('理由', 'Reason'), { required: true, min: 5, max: 500 }) },
    },
    close: {
      from: ['controlled'],
      to: 'closed',
      label: text('办结', 'Close'),
      emits: 'closed',
      stamps: ['closed_at'],
      when: [reportedUpward],
      locks: 'id',
      input: {
        cause: field.textarea(text('原因', 'Cause'), { required: true, min: 5, max: 2000 }),
        outcome: field.textarea(text('处置经过与结果', 'Course and outcome'), { required: true, min: 10, max: 5000 }),
        loss: field.money(text('直接经济损失（元）', 'Direct loss (CNY)'), { min: 0 }),
        lessons: field.textarea(text('整改与防范措施', 'Lessons and measures'), { required: true, min: 5, max: 2000 }),
        report_files: field.files(text('总结报告', 'Final report'), { max: 9, private: true }),
      },
    },
  },
});
