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
  demand: text('希望得到（选填）', 'What do you ask for? (optional)'),
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
  mobileHint: text(
    '含国家代码，如 +49…；查询进度时要用后四位',
    'With the country code, such as +49…. You need its last four digits to see the progress',
  ),
  people: text('投诉人数', 'How many of you complain?'),
  peopleHint: text('多人同一事由可以一起投诉', 'Several people with the same cause can complain together'),
  representatives: text('代表人（姓名、电话）', 'Representatives (names and telephone numbers)'),
  representativesHint: text(
    '四人以上为共同投诉，应推选代表人；处理机构与代表人联系',
    'Four or more are a joint complaint and name representatives, with whom the office is in touch',
  ),
  complainants: text('共同投诉人（选填，每行一人：姓名 手机）', 'Who joins you (optional; a line each: name, mobile)'),
  complainantsHint: text(
    '不含您本人；只有投诉处理机构看得到',
    'Without yourself. Only the office that handles the complaint sees it',
  ),
  joint: text('共同投诉：{n} 人', 'Joint complaint of {n} {n|person|people}'),
  send: text('提交投诉', 'Send the complaint'),
  uploading: text('正在上传 {n} / {of}', 'Sending {n} of {of}'),
  required: text('请填写', 'Please fill this in'),
  draft: text(
    '填写的内容和文件保存在本机一周，刷新或关闭页面不会丢失。',
    'What you type and your files stay on this device for a week; a reload or a closed page does not lose them.',
  ),
  done: text('投诉已提交', 'Complaint sent'),
  number: text('投诉编号', 'Complaint number'),
  keep: text(
    '请记下编号。凭编号和手机后四位随时查询进度，每一步也会通知您。',
    'Keep this number. With it and the last four digits of your mobile you can see the progress at any time; you are also told of each step.',
  ),
  another: text('再提交一件', 'File another complaint'),
} as const;
