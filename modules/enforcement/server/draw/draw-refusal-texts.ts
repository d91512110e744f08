import { text } from '#kernel/text/text.ts';

/** Why a draw is refused. */
export const drawRefusalTexts = {
  fewWitnesses: text('至少两名见证人', 'At least two witnesses are required'),
  sameWitness: text('见证人不能重名', 'Two witnesses have the same name'),
  sameAddress: text(
    '两名见证人的邮箱或手机相同，见证码会到同一人手里',
    'Two witnesses have the same address: one person would get both codes',
  ),
  noObjects: text('计划范围内没有可抽取的企业', 'The plan concerns no enterprise that can be drawn'),
  tooMany: text(
    '要抽取 {count} 家，名单上只有 {n} 家',
    '{count} {count|enterprise is|enterprises are} to be drawn, but only {n} {n|is|are} listed',
  ),
  fewOfficers: text(
    '可参加抽取的执法人员只有 {n} 人；每家须由两名以上执法人员检查（行政处罚法第四十二条）',
    'Only {n} {n|officer|officers} can be drawn; at least two must check each enterprise (Administrative Penalty Law, Art. 42)',
  ),
  unpaired: text(
    '{area}“{domain}”类企业 {n} 家，凑不成两名执法人员：本地 {local} 人，外地 {others} 人',
    '{n} {n|enterprise|enterprises} of {area} in the domain “{domain}” cannot get two officers: {local} local, {others} from elsewhere',
  ),
  redrawMissing: text(
    '本计划有已作废的抽取，重新抽取须注明是哪一次',
    'A draw of this plan is void: state that this one draws it again',
  ),
  redrawElsewhere: text('不是本计划的抽取', 'That draw belongs to another plan'),
  redrawnAlready: text('该次抽取已重新抽取过', 'That draw has been drawn again already'),
  otherDraw: text(
    '本计划的抽取 {no} 尚未公布记录，也未作废；公布或作废之后才能公布另一次的承诺',
    'Draw {no} of this plan is neither published nor void. Until it is, no other draw can be committed to',
  ),
  early: text(
    '抽取时间须在公布承诺十分钟之后：至早 {at}',
    'The draw must be at least ten minutes after the commitment: {at} at the earliest',
  ),
  notYet: text('未到抽取时间：{at} 起才能抽取', 'It is not yet time: the draw can be made from {at}'),
  lapsedOn: text('{name}（{until} 到期）', '{name} (ended {until})'),
  seedsMissing: text('尚未输入种子：{names}', 'No seed entered yet: {names}'),
  beaconMissing: text('承诺约定了公开随机数，请填其公布的数', 'The commitment names a public random number: enter it'),
  beaconUncommitted: text('承诺没有约定公开随机数', 'The commitment names no public random number'),
  objectsChanged: text(
    '企业名单与公布的承诺不符，抽取不能进行，只能作废',
    'The list of enterprises is not the one committed to. This draw cannot be made and must be voided',
  ),
  officersChanged: text(
    '执法人员名单与公布的承诺不符，抽取不能进行，只能作废',
    'The list of officers is not the one committed to. This draw cannot be made and must be voided',
  ),
  seedChanged: text(
    '平台种子与公布的哈希不符，抽取不能进行，只能作废',
    'The platform’s seed does not fit the published hash. This draw cannot be made and must be voided',
  ),
};

/** Before the seeds are opened: who may be drawn but no longer appointed. */
export const lapsedPersonTexts = {
  enterprise: text(
    '名单冻结后，{n} 名执法人员的证件到期或不再可派：{names}。抽中后须另行指派',
    '{n} {n|officer|officers} of the frozen list {n|is|are} no longer available or {n|has|have} an ended certificate: {names}. Enterprises they are drawn for need others',
  ),
  expert: text(
    '名单冻结后，{n} 名专家聘期届满或已解聘：{names}。抽中后不能聘请',
    '{n} {n|expert|experts} of the frozen list {n|has|have} been dismissed, or their term has ended: {names}. If drawn, they cannot be asked',
  ),
};
