import { messageTemplate } from '#kernel/message/declare-and-fill-message-template.ts';
import { text } from '#kernel/text/text.ts';

const no = { ...text('事件编号', 'Incident number'), sample: 'SJ202600001', needed: true } as const;
const title = { ...text('事件', 'What happened'), sample: '旅游大巴侧翻' };
const place = { ...text('地点', 'Place'), sample: '石林风景区停车场' };
const level = { ...text('等级', 'Grade'), sample: '较大' };
const people = { ...text('伤亡', 'Casualties'), sample: '死亡 0，重伤 2，失踪 0，滞留 38' };
const content = { ...text('指令', 'Instruction'), sample: '核对名单，安抚游客' };

/** To the officers on duty where it happened. */
export const incidentReported = messageTemplate({
  code: 'incident_reported',
  urgency: 'alert',
  inbox: 'todo',
  label: text('安全事件报告', 'Incident reported'),
  text: text(
    '安全事件 {no}（{level}）：{title}，{place}，{people}。请立即核实处置，2 小时内上报。',
    'Incident {no} ({level}): {title}, {place}; {people}. Verify it at once and report upward within two hours.',
  ),
  places: { no, level, title, place, people },
});

/** To leaders: a grave grade, or a time limit that has passed. */
export const incidentGrave = messageTemplate({
  code: 'incident_grave',
  urgency: 'alert',
  inbox: 'todo',
  label: text('安全事件等级提升', 'Grade of an incident raised'),
  text: text(
    '安全事件 {no} 达到{level}等级：{title}，{place}，{people}。',
    'Incident {no} is now graded {level}: {title}, {place}; {people}.',
  ),
  places: { no, level, title, place, people },
});

export const incidentOverdue = messageTemplate({
  code: 'incident_overdue',
  urgency: 'alert',
  inbox: 'todo',
  label: text('安全事件超时', 'Time limit of an incident passed'),
  text: text(
    '安全事件 {no}“{title}”{clock}已超时，请督办。',
    'Incident {no} “{title}”: the time limit “{clock}” has passed. Please see to it.',
  ),
  places: { no, title, clock: { ...text('期限', 'Time limit'), sample: '向上级报告' } },
});

/** To the operator: its guide called for help, and its report is due within the hour. */
export const operatorReportDue = messageTemplate({
  code: 'incident_operator_report',
  urgency: 'alert',
  inbox: 'todo',
  label: text('请报告安全事件', 'Report on an incident is due'),
  text: text(
    '贵单位团队发生安全事件 {no}“{title}”，请在事发 1 小时内报告情况与措施。',
    'Incident {no} “{title}” happened to your team. Report what happened and what you do within an hour of it.',
  ),
  places: { no, title },
});

/** To the operator: the office has verified the incident. */
export const incidentVerified = messageTemplate({
  code: 'incident_verified',
  inbox: 'system',
  label: text('安全事件已核实', 'Incident verified'),
  text: text(
    '安全事件 {no}“{title}”已由主管部门核实。情况有变化请立即续报。',
    'The authority has verified incident {no} “{title}”. Send an update at once if anything changes.',
  ),
  places: { no, title },
});

/** To the addressee of an instruction. */
export const instructionIssued = messageTemplate({
  code: 'incident_instruction',
  urgency: 'alert',
  inbox: 'todo',
  label: text('处置指令', 'Instruction in an incident'),
  text: text(
    '处置指令（{title}）：{content}。请立即签收。',
    'Instruction ({title}): {content}. Acknowledge it at once.',
  ),
  places: { title, content },
});

/** To guides whose teams are on the way in the area of a notice. */
export const riskNoticePublished = messageTemplate({
  code: 'risk_notice_published',
  urgency: 'notice',
  inbox: 'system',
  label: text('风险提示', 'Risk notice'),
  text: text('{level}色风险提示：{title}。{content}', 'Risk notice ({level}): {title}. {content}'),
  places: {
    level: { ...text('级别', 'Level'), sample: '橙' },
    title: { ...text('标题', 'Title'), sample: '暴雨橙色预警' },
    content: { ...text('内容', 'Content'), sample: '请避开山区道路。' },
  },
});
