import { text } from '#kernel/text/text.ts';

/** Texts of the panels on the page of a draw. */
export const randomDrawPanelTexts = {
  now: text(
    '此刻冻结，名单会有企业 {n} 家（抽签票 {tickets} 张）、执法人员 {officers} 人。',
    'Frozen now, the lists would have {n} {n|enterprise|enterprises} ({tickets} {tickets|ticket|tickets}) and {officers} {officers|officer|officers}.',
  ),
  frozen: text(
    '已冻结企业 {n} 家（抽签票 {tickets} 张）、执法人员 {officers} 人。',
    'Frozen: {n} {n|enterprise|enterprises} ({tickets} {tickets|ticket|tickets}) and {officers} {officers|officer|officers}.',
  ),
  gaps: text('凑不成两名执法人员的企业', 'Enterprises without two available officers'),
  gap: text(
    '{area}“{domain}”{n} 家：本地 {local} 人，外地 {others} 人',
    '{area}, {domain}: {n} {n|enterprise|enterprises}; {local} local, {others} from elsewhere',
  ),
  objects: text('企业名单', 'Enterprises'),
  officers: text('执法人员名单', 'Officers'),
  area: text('地区', 'Area'),
  domain: text('领域', 'Domain'),
  risk: text('风险等级', 'Risk class'),
  n: text('企业', 'Enterprises'),
  name: text('名称', 'Name'),
  domains: text('执法领域', 'Domains'),
  capacity: text('可承担', 'Capacity'),
  recused: text('回避', 'Recusals'),
  each: text('逐家查看', 'See each enterprise'),
  more: text('再看一百家', 'A hundred more'),
  witnesses: text('见证人', 'Witnesses'),
  entered: text('{at} 已输入种子', 'Seed entered at {at}'),
  waiting: text('尚未输入种子', 'No seed yet'),
  issue: text('出示见证码', 'Show code'),
  send: text('发送见证码', 'Send code'),
  sent: text('见证码已发至 {to}', 'Code sent to {to}'),
  handedOver: {
    email: text('{at} 见证码发至 {to}', 'Code sent to {to} at {at}'),
    mobile: text('{at} 见证码发至 {to}', 'Code sent to {to} at {at}'),
    screen: text('{at} 见证码在屏幕上出示', 'Code shown on the screen at {at}'),
  },
  rule: text(
    '同一承办人不能看到全部见证人的见证码：最后一份由另一名承办人出示，或发到见证人的邮箱、手机。交付方式记入证据链，并随抽取公开。',
    'No officer may see the codes of all witnesses: another officer shows the last one, or it is sent to the witness. How each code was handed over is entered in the evidence chain and published.',
  ),
  lapsed: {
    enterprise: text(
      '名单冻结后，{n} 名执法人员的证件到期或不再可派：{names}。仍可能抽中，抽中后须另行指派。',
      '{n} {n|officer|officers} of the frozen list can no longer be assigned: {names}. They may still be drawn; others must then take their place.',
    ),
    expert: text(
      '名单冻结后，{n} 名专家聘期届满或已解聘：{names}。仍可能抽中，抽中后不能聘请。',
      '{n} {n|expert|experts} of the frozen list can no longer be asked: {names}. They may still be drawn.',
    ),
  },
  lapsedOn: text('{name}（{until} 到期）', '{name} (ended {until})'),
  codeOf: text('{name}的见证码', 'Code for {name}'),
  codeHint: text(
    '请见证人用自己的手机扫码；用一次，两天内有效，再次发放则前一个作废。公开页面会写明它是在您的屏幕上出示的。',
    'The witness scans it with their own phone. It works once within two days; issuing another ends it. The public page will say that it was shown on your screen.',
  ),
  ceremony: text('打开现场大屏', 'Open the screen for the hall'),
  verify: text('公开验证页', 'Public verification'),
  untilDraw: text('抽取时间 {at}', 'The draw is at {at}'),
  result: text('抽中 {n} 家', '{n} {n|enterprise|enterprises} drawn'),
  unpaired: text(
    '其中 {n} 家没有可派的执法人员，须另行指派。',
    '{n} of them {n|has|have} no officers and must be assigned by hand.',
  ),
  position: text('序号', 'No.'),
  pair: text('执法人员', 'Officers'),
  nobody: text('待指派', 'To be assigned'),
  close: text('关闭', 'Close'),
  pick: text('现在要做的', 'What to do now'),
  steps: {
    draft: text(
      '核对下面的名单，无误后冻结。冻结后还可以解除。',
      'Check the lists below, then freeze them. They can still be unfrozen.',
    ),
    prepared: text(
      '公布承诺：此后名单和平台种子不能更改，至少十分钟后才能抽取。',
      'Publish the commitment. From then on the lists and the platform’s seed are fixed, and the draw is at least ten minutes later.',
    ),
    committed: text(
      '给每位见证人发见证码；种子到齐并到时间后开封抽取。见证人不到场的，只能申请作废，另行公布承诺。',
      'Issue a code to each witness. Once all seeds are in and it is time, open them and draw. If a witness does not come, the draw can only be voided and committed to anew.',
    ),
    drawn: text('公布记录，任何人即可重新计算。', 'Publish the record, so that anybody can compute the draw again.'),
    published: text('记录已公开，可在公开页面验证。', 'The record is public and can be verified on the public page.'),
    void: text('已作废，连同理由继续公开。', 'Void. It stays public with its reason.'),
  },
};
