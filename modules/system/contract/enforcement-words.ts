import { text } from '#kernel/text.ts';
import { words } from '#kernel/words.ts';

/** How a check is carried out (domain reference Appendix D). */
export const checkMethods = words({
  name: 'enforcement/check_method',
  label: text('检查方式', 'Ways of checking'),
  initial: {
    on_site: text('现场', 'On site'),
    written: text('书面', 'In writing'),
    online: text('网络', 'Online'),
    video: text('视频', 'By video'),
    incognito: text('暗访', 'Incognito'),
    sampling: text('抽样', 'Sampling'),
  },
  system: ['on_site'],
});

/** Why an enterprise is not told of a check beforehand. */
export const noticeExemptions = words({
  name: 'enforcement/notice_exempt_reason',
  label: text('免予提前通知理由', 'Why a check is not announced'),
  initial: {
    complaint: text('投诉举报核查', 'Verifying a complaint or report'),
    emergency: text('突发安全', 'Sudden safety matter'),
    defeats: text('提前通知影响效果', 'Announcing it would defeat it'),
    assigned: text('上级交办', 'Assigned by a superior authority'),
    roadside: text('节假日路面', 'Roadside check on a holiday'),
  },
});

/** Why an enterprise declined to be checked. */
export const checkRefusals = words({
  name: 'enforcement/refuse_check_reason',
  label: text('拒绝检查理由', 'Why a check was declined'),
  initial: {
    not_scanned: text('未扫码', 'No scan-in'),
    no_certificate: text('未出示证件', 'No certificate shown'),
    fewer_than_two: text('执法人员不足两人', 'Fewer than two officers'),
    unpublished: text('事项未公布', 'Item not published'),
    too_often: text('超频次', 'Checked too often'),
    other: text('其他', 'Other'),
  },
});

/** How a case ends. */
export const caseEndings = words({
  name: 'enforcement/case_close_reason',
  label: text('结案理由', 'Why cases are closed'),
  initial: {
    executed: text('执行完毕', 'Executed'),
    court: text('法院受理执行', 'Execution taken up by a court'),
    no_penalty: text('不予处罚', 'No penalty'),
    unproven: text('违法事实不成立', 'No unlawful act established'),
    judicial: text('移送司法', 'Transferred to the judiciary'),
    transferred: text('移送其他机关', 'Transferred to another authority'),
    party_gone: text('当事人死亡或终止', 'Party has died or ceased to exist'),
    withdrawn: text('撤销立案', 'Case withdrawn'),
  },
  system: ['executed', 'no_penalty', 'unproven', 'judicial', 'transferred', 'withdrawn'],
});

/** 行政处罚法 Art. 32–33. */
export const mitigatingCircumstances = words({
  name: 'enforcement/mitigating',
  label: text('从轻减轻情节', 'Mitigating circumstances'),
  initial: {
    removed_harm: text('主动消除或者减轻危害', 'Removed the harm unasked'),
    coerced: text('受他人胁迫', 'Coerced by others'),
    confessed: text('主动供述', 'Confessed unasked'),
    merit: text('立功', 'Helped to uncover other acts'),
    first_minor: text('首违且轻微', 'First and minor act'),
  },
});

export const aggravatingCircumstances = words({
  name: 'enforcement/aggravating',
  label: text('从重情节', 'Aggravating circumstances'),
  initial: {
    repeated: text('二年内再犯', 'Repeated within two years'),
    resisted: text('拒绝、阻碍执法', 'Resisted enforcement'),
    hid: text('隐匿、销毁证据', 'Hid or destroyed evidence'),
    minors: text('涉及未成年人', 'Minors concerned'),
    casualties: text('造成伤亡', 'Caused casualties'),
    impact: text('重大社会影响', 'Great public impact'),
  },
});

/** Why a clock stands still. */
export const pauseReasons = words({
  name: 'enforcement/pause_reason',
  label: text('期限中止理由', 'Why limits are paused'),
  initial: {
    public_notice: text('公告送达', 'Service by public notice'),
    expert: text('鉴定检测', 'Expert examination'),
    judgement: text('等待司法结论', 'Awaiting a judicial conclusion'),
    force_majeure: text('不可抗力', 'Force majeure'),
    party: text('当事人申请且同意', 'On application of the party'),
  },
});

/** How a document is served; by public notice it counts as served after thirty days. */
export const serviceModes = words({
  name: 'document/serve_mode',
  label: text('送达方式', 'Ways of service'),
  initial: {
    direct: text('直接送达', 'In person'),
    left: text('留置送达', 'Left at the place'),
    electronic: text('电子送达（须确认书）', 'Electronic (with consent)'),
    post: text('邮寄送达', 'By post'),
    forwarded: text('转交送达', 'Through a third party'),
    public_notice: text('公告送达（30 日）', 'Public notice (30 days)'),
  },
  system: ['direct', 'left', 'electronic', 'post', 'forwarded', 'public_notice'],
});

/** 行政处罚法 Art. 46. */
export const evidenceKinds = words({
  name: 'enforcement/evidence_kind',
  label: text('证据种类', 'Kinds of evidence'),
  initial: {
    documentary: text('书证', 'Documents'),
    physical: text('物证', 'Physical evidence'),
    audiovisual: text('视听资料', 'Audio-visual material'),
    electronic: text('电子数据', 'Electronic data'),
    testimony: text('证人证言', 'Testimony of witnesses'),
    statement: text('当事人的陈述', 'Statement of the party'),
    opinion: text('鉴定意见', 'Expert opinion'),
    record: text('勘验笔录、现场笔录', 'Records of inspection and scene'),
  },
  system: ['documentary', 'physical', 'audiovisual', 'electronic', 'testimony', 'statement', 'opinion', 'record'],
});
