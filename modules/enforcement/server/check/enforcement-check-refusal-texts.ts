import { text } from '#kernel/text/text.ts';

/** Refusals of checks, each with what it rests on or what is to be done. */
export const enforcementCheckRefusalTexts = {
  windowOrder: text('检查结束时间必须晚于开始时间', 'The visit must end after it begins'),
  dueBefore: text('完成期限不得早于检查时间', 'Cannot be before the visit'),
  pastDue: text('完成期限不得早于今天', 'Cannot be before today'),
  noBasis: text('请填写检查依据', 'Enter the legal basis'),
  notCheckable: text('企业处于“{state}”状态，不能检查', 'The enterprise is “{state}” and cannot be checked'),
  noItems: text('请至少选一项检查事项', 'Choose at least one check item'),
  unpublished: text(
    '检查事项未公布，不能实施：{code} {name}（国办发〔2024〕54号）',
    'Item not published, cannot be used: {code} {name} (Guobanfa [2024] No. 54)',
  ),
  otherDomain: text('{name}没有“{domain}”的执法领域', '{name} is not qualified for “{domain}”'),
  leaderReason: text(
    '专项检查须写明批准理由（国办发〔2024〕54号）',
    'A special check needs a stated reason (Guobanfa [2024] No. 54)',
  ),
  noObjectChosen: text('请选择检查对象', 'Choose what is to be checked'),
  noObject: text('请选择被检查的企业', 'Choose the enterprise that is checked'),
  windowPassed: text('检查时间已过，请先改为将来的时间', 'The time of the visit has passed: change it first'),
  notDelivered: text(
    '该企业没有可以接收电子通知的人员：请送达纸质通知书，并上传送达回证',
    'Nobody of this enterprise can receive the notice here: serve it on paper, and upload its receipt',
  ),
  notOwn: text('只有本检查的执法人员可以办理', 'Only the officers of this check can do this'),
  unknownCode: text(
    '不是本检查另一名执法人员现在的到场码：由其本人在检查任务页面或者外勤工具包出示，执法人员不得少于两人（行政处罚法第四十二条）',
    'Not the present arrival code of another officer of this check. It is shown in their own session or field kit: there must be two officers (Administrative Penalty Law, Art. 42)',
  ),
  notShown: text(
    '须先出示执法证件并告知权利义务（行政处罚法第五十五条）',
    'Show credentials and explain rights first (Administrative Penalty Law, Art. 55)',
  ),
  unanswered: text('还有 {n} 项未检查：{names}', '{n} {n|item is|items are} not answered: {names}'),
  noPicture: text('须拍照佐证：{names}', 'Pictures are required: {names}'),
  noDocument: text('须附文件资料：{names}', 'Documents are required: {names}'),
  noSignature: text(
    '须当事人签名；拒绝签名的，打开“当事人拒绝签字”并说明',
    'The party must sign. If it refuses, switch on “The party refuses to sign” and say why.',
  ),
  noRefusalNote: text('请说明拒签情况', 'Describe the refusal'),
  noWitness: text(
    '当事人拒签的，须有见证人签名或者现场照片、录像',
    'A refusal needs a witness’s signature, or a picture or video',
  ),
  noteProblem: text('不符合的，须写明情况', 'Describe what does not comply'),
  valueMissing: text('请填写检查所得的数值、选项或文字', 'Enter the number, choice or text found'),
  valueNumber: text('请填写数字', 'Enter a number'),
  valueChoice: text('请从“{options}”中选择', 'Choose one of “{options}”'),
  ownReview: text('参加检查的执法人员不能审核该检查', 'The officers of a check cannot review it'),
  hasProblems: text(
    '登记了 {n} 项问题，结果不能是“{result}”',
    '{n} {n|problem is|problems are} recorded: the result cannot be “{result}”',
  ),
  noProblems: text('没有登记问题，结果不能是“{result}”', 'No problem is recorded: the result cannot be “{result}”'),
  refusedResult: text(
    '被拒绝的检查，结果只能是“不配合检查情节严重”“通过登记的住所无法联系”或“发现问题待后续处理”',
    'The result of a refused check is “seriously uncooperative”, “unreachable” or “to be dealt with”',
  ),
  notPublic: text(
    '对团队、车辆和个人的检查不向社会公示',
    'Checks of tour groups, vehicles and persons are not published',
  ),
  unpublishedResult: text('检查结果尚未公示，不能办结', 'The result is not yet published'),
  noRoadsideResult: text('放行的路面检查没有需要处理的问题', 'A coach that was released leaves nothing to check'),
} as const;
