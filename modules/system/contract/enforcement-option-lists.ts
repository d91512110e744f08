import { optionList } from '#kernel/option/declare-editable-option-list.ts';
import { text } from '#kernel/text/text.ts';

/** Methods of inspection (domain reference Appendix D). */
export const checkMethods = optionList({
  name: 'enforcement/check_method',
  label: text('检查方式', 'Inspection methods'),
  initial: {
    on_site: text('现场', 'On site'),
    written: text('书面', 'Written'),
    online: text('网络', 'Online'),
    video: text('视频', 'Video'),
    incognito: text('暗访', 'Unannounced'),
    sampling: text('抽样', 'Sampling'),
  },
  system: ['on_site'],
});

/** Reasons for an inspection without notice to the enterprise. */
export const noticeExemptions = optionList({
  name: 'enforcement/notice_exempt_reason',
  label: text('免予提前通知理由', 'Reasons for no advance notice'),
  initial: {
    complaint: text('投诉举报核查', 'Verification of complaint or report'),
    emergency: text('突发安全', 'Safety emergency'),
    defeats: text('提前通知影响效果', 'Advance notice would defeat the purpose'),
    assigned: text('上级交办', 'Assigned by higher authority'),
    roadside: text('节假日路面', 'Holiday roadside check'),
  },
});

/** Reasons for which an enterprise refused an inspection. */
export const checkRefusals = optionList({
  name: 'enforcement/refuse_check_reason',
  label: text('拒绝检查理由', 'Reasons for refusing inspection'),
  initial: {
    not_scanned: text('未扫码', 'Code not scanned'),
    no_certificate: text('未出示证件', 'Credentials not shown'),
    fewer_than_two: text('执法人员不足两人', 'Fewer than two officers'),
    unpublished: text('事项未公布', 'Item not published'),
    too_often: text('超频次', 'Frequency exceeded'),
    other: text('其他', 'Other'),
  },
});

/** Ways to close a case. */
export const caseEndings = optionList({
  name: 'enforcement/case_close_reason',
  label: text('结案理由', 'Reasons for closing cases'),
  initial: {
    executed: text('执行完毕', 'Executed'),
    court: text('法院受理执行', 'Enforcement accepted by court'),
    no_penalty: text('不予处罚', 'No penalty'),
    unproven: text('违法事实不成立', 'Violation not established'),
    judicial: text('移送司法', 'Referred to judicial authorities'),
    transferred: text('移送其他机关', 'Referred to another authority'),
    party_gone: text('当事人死亡或终止', 'Party has died or ceased to exist'),
    withdrawn: text('撤销立案', 'Case withdrawn'),
  },
  system: ['executed', 'no_penalty', 'unproven', 'judicial', 'transferred', 'withdrawn'],
});

/** 行政处罚法 Art. 32–33. */
export const mitigatingCircumstances = optionList({
  name: 'enforcement/mitigating',
  label: text('从轻减轻情节', 'Mitigating factors'),
  initial: {
    removed_harm: text('主动消除或者减轻危害', 'Eliminated or mitigated the harm voluntarily'),
    coerced: text('受他人胁迫', 'Coerced by others'),
    confessed: text('主动供述', 'Confessed voluntarily'),
    merit: text('立功', 'Meritorious performance'),
    first_minor: text('首违且轻微', 'First and minor violation'),
  },
});

export const aggravatingCircumstances = optionList({
  name: 'enforcement/aggravating',
  label: text('从重情节', 'Aggravating factors'),
  initial: {
    repeated: text('二年内再犯', 'Repeat violation within two years'),
    resisted: text('拒绝、阻碍执法', 'Refused or obstructed enforcement'),
    hid: text('隐匿、销毁证据', 'Concealed or destroyed evidence'),
    minors: text('涉及未成年人', 'Involving minors'),
    casualties: text('造成伤亡', 'Caused casualties'),
    impact: text('重大社会影响', 'Major social impact'),
  },
});

/** Reasons for suspending a time limit. */
export const pauseReasons = optionList({
  name: 'enforcement/pause_reason',
  label: text('期限中止理由', 'Reasons for suspending time limits'),
  initial: {
    public_notice: text('公告送达', 'Service by public notice'),
    expert: text('鉴定检测', 'Expert appraisal or testing'),
    judgement: text('等待司法结论', 'Awaiting judicial conclusion'),
    force_majeure: text('不可抗力', 'Force majeure'),
    party: text('当事人申请且同意', "At the party's request with consent"),
  },
});

/** Ways to serve a document; by public notice it counts as served after thirty days. */
export const serviceModes = optionList({
  name: 'document/serve_mode',
  label: text('送达方式', 'Methods of service'),
  initial: {
    direct: text('直接送达', 'Direct service'),
    left: text('留置送达', 'Service by leaving'),
    electronic: text('电子送达（须确认书）', 'Electronic service (with consent)'),
    post: text('邮寄送达', 'Service by post'),
    forwarded: text('转交送达', 'Service through another'),
    public_notice: text('公告送达（30 日）', 'Service by public notice (30 days)'),
  },
  system: ['direct', 'left', 'electronic', 'post', 'forwarded', 'public_notice'],
});

/** 行政处罚法 Art. 46. */
export const evidenceKinds = optionList({
  name: 'enforcement/evidence_kind',
  label: text('证据种类', 'Types of evidence'),
  initial: {
    documentary: text('书证', 'Documentary evidence'),
    physical: text('物证', 'Physical evidence'),
    audiovisual: text('视听资料', 'Audio-visual materials'),
    electronic: text('电子数据', 'Electronic data'),
    testimony: text('证人证言', 'Witness testimony'),
    statement: text('当事人的陈述', 'Statements of the parties'),
    opinion: text('鉴定意见', 'Expert opinion'),
    record: text('勘验笔录、现场笔录', 'Inspection and on-site records'),
  },
  system: ['documentary', 'physical', 'audiovisual', 'electronic', 'testimony', 'statement', 'opinion', 'record'],
});
