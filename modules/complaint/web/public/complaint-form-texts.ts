import { text } from '#kernel/text/text.ts';

export const complaintFormTexts = {
  title: text('旅游投诉', 'Complain about a tour'),
  lead: text(
    '填写约两分钟。两个工作日内告知是否受理，受理后六十日内处理完毕。',
    'This takes about two minutes. You will be told within two working days whether your complaint is accepted, and it is settled within sixty days.',
  ),
  progress: text('查询进度', 'See the progress of a complaint'),
  category: text('投诉什么', 'What is it about?'),
  choose: text('请选择', 'Choose'),
  when: text('什么时候发生', 'When did it happen?'),
  where: text('在哪里发生', 'Where did it happen?'),
  facts: text('经过', 'What happened?'),
  factsHint: text(
    '写清时间、地点、涉及的人和金额，至少 {min} 个字（已写 {n} 个）',
    'Say when, where, who was involved and how much money, {min} {min|character|characters} or more ({n} so far)',
  ),
  demand: text('希望得到', 'What do you ask for?'),
  amount: text('金额（元）', 'Amount (CNY)'),
  team: text('团号（选填）', 'Team number (optional)'),
  teamHint: text('在行程单或导游的团队码上', 'On the itinerary or the code of the guide'),
  contractEnd: text('行程结束日期（选填）', 'Last day of the trip (optional)'),
  contractEndHint: text(
    '行程结束后九十日内提出的投诉才能受理',
    'Complaints are accepted within ninety days of the end of the trip',
  ),
  you: text('您的联系方式', 'How to reach you'),
  name: text('姓名', 'Name'),
  anonymous: text('不向被投诉人透露我的姓名', 'Do not tell the respondent my name'),
  urgent: text('人身或财产正在受到损害，须立即制止', 'Somebody or something is being harmed now'),
  mobile: text('手机号', 'Mobile number'),
  sent: text('验证码已发送', 'Verification code sent'),
  send: text('提交投诉', 'Send the complaint'),
  uploading: text('正在上传 {n} / {of}', 'Uploading {n} of {of}'),
  required: text('请填写', 'Please fill this in'),
  draft: text(
    '填写的内容保存在本机，刷新不会丢失。',
    'What you type is stored on this device; a reload does not lose it.',
  ),
  done: text('投诉已提交', 'Complaint sent'),
  number: text('投诉编号', 'Complaint number'),
  keep: text(
    '请记下编号。凭编号和手机后四位随时查询进度，每一步也会短信通知您。',
    'Keep this number. With it and the last four digits of your mobile you can see the progress at any time; you also get a text message at each step.',
  ),
  another: text('再提交一件', 'File another complaint'),
} as const;
