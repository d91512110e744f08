import { type Text, text } from '#kernel/text/text.ts';
import type { HelpAudience } from '../contract/help-audiences.ts';

/** A question of a main screen that the product answers from the beginning. The answer is one paragraph per line. */
export interface ShippedHelpArticle {
  readonly category: keyof typeof shippedHelpCategories;
  readonly screen: string | null;
  readonly audience: readonly HelpAudience[];
  readonly keywords: string;
  readonly question: Text;
  readonly answer: Text;
}

export const shippedHelpCategories = {
  start: text('开始使用', 'Getting started'),
  enterprise: text('企业与团队', 'Enterprises and teams'),
  supervision: text('执法与投诉', 'Checks and complaints'),
  publishing: text('通知与内容', 'Notices and publishing'),
} as const;

/** Words of one meaning in this trade. */
export const shippedHelpSynonyms: readonly string[] = [
  '添加 新增 新建 录入 登记',
  '删除 移除 去掉',
  '导出 下载',
  '企业 商户 公司 旅行社',
  '团队 行程单 旅游团 团',
  '投诉 举报 维权',
  '密码 口令',
  '忘记 忘了',
  '账号 帐号 用户名',
  '导游 领队',
  '检查 执法 巡查',
  '退款 退费',
  '车牌 号牌',
  'add create new register',
  'delete remove',
  'export download',
];

const officers = ['officer'] as const;
const members = ['officer', 'member'] as const;
const everybody = ['officer', 'member', 'public'] as const;

export const shippedHelpArticles: readonly ShippedHelpArticle[] = [
  {
    category: 'start',
    screen: 'dashboard',
    audience: officers,
    keywords: '搜索 命令 快捷键 Ctrl+K 跳转',
    question: text('怎样快速找到页面或记录？', 'How do I find a screen or a record quickly?'),
    answer: text(
      '按 Ctrl+K（苹果电脑按 ⌘K）打开搜索框，输入页面名称、拼音首字母或编号。\n按 F1 查看当前页面的帮助：字段、状态、可以办理的事项和期限依据。',
      'Press Ctrl+K (⌘K on a Mac) and type the name of a screen or a number.\nPress F1 for the help of the present screen: its fields, statuses, actions and time limits.',
    ),
  },
  {
    category: 'start',
    screen: null,
    audience: members,
    keywords: '导出 下载 Excel 表格 xlsx',
    question: text('怎样导出列表？', 'How do I export a list?'),
    answer: text(
      '先用筛选和查找得到要导出的记录，再按列表上方的“导出”。导出的内容与您在列表中看到的范围一致。\n没有“导出”按钮，说明您的账号没有这项权限。',
      'Filter the list until it shows the records you want, then press “Export” above it. You get what you may see in the list, nothing else.\nIf there is no such button, your account does not have that permission.',
    ),
  },
  {
    category: 'start',
    screen: null,
    audience: members,
    keywords: '修改密码 忘记密码 登录 手机',
    question: text('怎样修改密码或找回密码？', 'How do I change or recover my password?'),
    answer: text(
      '登录后在右上角的个人资料中修改密码。\n会员忘记密码时，在登录页用登记的手机号或邮箱收取验证码后重设；内部人员请联系管理员重设。',
      'Once signed in, change it in your profile at the top right.\nMembers who forgot it reset it on the sign-in page with a code sent to their mobile or e-mail. Officers ask an administrator.',
    ),
  },
  {
    category: 'enterprise',
    screen: 'enterprise/enterprise',
    audience: officers,
    keywords: '审核 初审 复审 受理 退回 注册',
    question: text('企业登记怎样审核？', 'How is the registration of an enterprise reviewed?'),
    answer: text(
      '企业提交后依次办理：受理、县级初审、市级复审。复审通过后状态为“正常经营”。\n材料不全的按“退回修改”，写明需要补充的内容；企业修改后再次提交。',
      'After submission it is accepted, reviewed by the county and then by the prefecture, after which the enterprise is in operation.\nIf something is missing, return it for correction and say what. The enterprise corrects and submits it again.',
    ),
  },
  {
    category: 'enterprise',
    screen: 'enterprise/register',
    audience: everybody,
    keywords: '注册 入驻 商户 统一社会信用代码 营业执照',
    question: text('企业怎样登记？', 'How does an enterprise register?'),
    answer: text(
      '打开“企业登记”页面，准备统一社会信用代码、负责人手机号和营业执照照片，按步骤填写并提交。\n提交后可以在会员中心查看审核进度；被退回时按退回的理由修改后再次提交。',
      'Open the registration page with the unified social credit code, the mobile of the person in charge and a picture of the business licence at hand, and follow the steps.\nAfterwards the member centre shows the progress. If it is returned, correct what the reason names and submit it again.',
    ),
  },
  {
    category: 'enterprise',
    screen: 'enterprise/licence',
    audience: members,
    keywords: '证照 有效期 到期 换证',
    question: text('许可证快到期了怎么办？', 'What if a licence is about to expire?'),
    answer: text(
      '平台在到期前提醒企业和主管部门。企业取得新证后登记新的有效期和照片，由主管部门核对。\n过期的许可证在列表中标为“已过期”。',
      'The enterprise and the authority are reminded before it expires. Once the enterprise has the new licence it enters the new dates and a picture, which the authority verifies.\nExpired licences are marked as such in the list.',
    ),
  },
  {
    category: 'enterprise',
    screen: 'travel/itinerary',
    audience: members,
    keywords: '行程单 发团 组团 一团一报 导游 车辆',
    question: text('怎样填报团队行程单？', 'How do I file the itinerary of a team?'),
    answer: text(
      '新建行程单，填写线路、时间、游客、导游、驾驶员和车辆，再按“提交”。也可以从产品或模板带出，减少填写。\n提交时平台核对证件有效期、核载人数和时间冲突；有问题的地方会在字段旁说明。',
      'Add an itinerary with route, times, tourists, guide, driver and vehicle, and submit it. A product or a template fills in most of it.\nOn submission the platform checks the validity of documents, the seats and double bookings, and explains what is wrong beside the field.',
    ),
  },
  {
    category: 'enterprise',
    screen: 'crew/guide',
    audience: members,
    keywords: '导游证 核验 添加导游',
    question: text('怎样添加导游？', 'How do I add a guide?'),
    answer: text(
      '在“导游”页面按“新增”，填写姓名、导游证号和有效期并上传证件照片。\n企业填写的证件须由主管部门核验后才是“已核验”；核验后修改证件内容须申请变更。',
      'Press “Add” on the screen “Guides” and enter name, certificate number and validity with a picture of the card.\nWhat an enterprise enters is verified by the authority. Afterwards changes of the certificate are requested.',
    ),
  },
  {
    category: 'enterprise',
    screen: 'insurance/policy',
    audience: members,
    keywords: '责任险 保单 保险',
    question: text('旅行社责任险怎样登记？', 'How is the liability insurance of an agency registered?'),
    answer: text(
      '在“保险”中新增保单，填写保单号、保险公司和起止日期并上传保单，由主管部门核验。\n保障中断的旅行社会出现在“保障情况”中。',
      'Add a policy with its number, the insurer, the dates and a copy. The authority verifies it.\nAgencies whose cover has a gap are listed under coverage.',
    ),
  },
  {
    category: 'enterprise',
    screen: 'reward/application',
    audience: members,
    keywords: '奖励 申报 引客 补贴',
    question: text('怎样申报引客奖励？', 'How do I apply for a reward?'),
    answer: text(
      '先查看申报中的奖励政策，再新建申请、选择政策并关联已结束的团队，按“提交”。\n申请经初审、复审和公示后拨付；退回的申请按理由修改后再次提交。',
      'Look at the policies that are open, add an application for one of them with the finished teams, and submit it.\nIt is paid after two reviews and a public notice. If it is returned, correct what the reason names and submit it again.',
    ),
  },
  {
    category: 'supervision',
    screen: 'enforcement/check',
    audience: officers,
    keywords: '执法检查 派遣 入企 扫码 笔录',
    question: text('一次执法检查怎样办理？', 'What are the steps of a check?'),
    answer: text(
      '起草并提交审批，批准后派遣两名以上执法人员；执法人员接收任务，到现场“扫码入企”，按清单检查并提交检查笔录。\n审核后公示结果并办结。发现问题的，可以下达整改通知。',
      'Draft it and submit it for approval, then dispatch at least two officers. They accept the task, scan in on site, work through the checklist and submit the record.\nAfter review the result is published and the check closed. Problems lead to an order to correct them.',
    ),
  },
  {
    category: 'supervision',
    screen: 'reform/order',
    audience: members,
    keywords: '整改 责令改正 期限 复查',
    question: text('收到整改通知怎么办？', 'What do I do with an order to correct something?'),
    answer: text(
      '在期限内按问题逐项整改，上传整改后的照片或材料并提交。主管部门复查合格后办结。\n确实不能按期完成的，应在到期前申请延期并说明理由。',
      'Correct each problem within the time limit, upload pictures or papers as evidence and submit them. The authority reviews them and closes the order.\nIf you need more time, ask for it with your reasons before the limit passes.',
    ),
  },
  {
    category: 'supervision',
    screen: 'complaint/complaint',
    audience: officers,
    keywords: '受理 调解 转办 答复 期限',
    question: text('旅游投诉的办理期限从哪里看？', 'Where do I see the time limits of a complaint?'),
    answer: text(
      '打开投诉，页面上方显示正在计算的期限和剩余时间，按 F1 可以看到每个期限的依据。\n补正和鉴定期间不计算的，期限会暂停。',
      'Open the complaint: the running time limits and what is left are at its head, and F1 shows the article each is based on.\nLimits pause where the time for supplements and appraisals does not count.',
    ),
  },
  {
    category: 'supervision',
    screen: null,
    audience: everybody,
    keywords: '游客投诉 退款 退费 赔偿 进度 查询 编号',
    question: text('游客怎样投诉和查询进度？', 'How does a tourist complain and follow the complaint?'),
    answer: text(
      '打开“旅游投诉”页面，写明被投诉的企业、事情经过和请求，留下手机号。提交后得到投诉编号。\n凭编号和手机号可以在同一页面查询进度。',
      'Open the complaint page, name the enterprise, what happened and what you ask for, and leave a mobile number. You get the number of the complaint.\nWith it and your mobile the same page shows the progress.',
    ),
  },
  {
    category: 'supervision',
    screen: 'incident/incident',
    audience: officers,
    keywords: '突发事件 报告 上报 SOS',
    question: text('接到安全事件怎样报告？', 'How is an incident reported?'),
    answer: text(
      '按“新增”登记时间、地点、伤亡和滞留人数；带团导游的求助会自动成为事件。\n核实后按等级启动处置并上报；情况变化时用“续报”补充。',
      'Add it with time, place and the people hurt or stranded. A call for help of a guide becomes an incident by itself.\nVerify it, respond according to its grade and report it upward. Use “Update” when the situation changes.',
    ),
  },
  {
    category: 'supervision',
    screen: 'library/law',
    audience: officers,
    keywords: '法规 条文 版本 修订',
    question: text('法规修订后怎样更新？', 'How do I update a law that was amended?'),
    answer: text(
      '在法规上按“编制新版本”，导入或修改条文，由另一人审核后发布。\n已引用旧版本的记录仍指向当时有效的条文。',
      'Press “Prepare new version” on the law and import or edit its articles. Somebody else reviews it before it is published.\nRecords that cite the old version keep the articles that were in force then.',
    ),
  },
  {
    category: 'publishing',
    screen: 'article/article',
    audience: officers,
    keywords: '发布 通知 公告 审核 定时 下线',
    question: text('怎样发布一篇文章或通知？', 'How do I publish an article or a notice?'),
    answer: text(
      '新建文章并选择读者，按“送审”；平台检查禁用词和个人号码，由另一人审核通过后发布。填写“定时发布”的到时自动发布。\n已发布的文章修改须“编制新版本”，新版本发布前读者看到的仍是原版本。',
      'Add it, choose its readers and submit it. The platform looks for banned words and personal numbers, and somebody else approves it before it is published, by hand or at the time you set.\nTo change a published article prepare a new version. Until that is published, readers see the old one.',
    ),
  },
  {
    category: 'publishing',
    screen: 'article/reading',
    audience: members,
    keywords: '必读 回执 确认 已读',
    question: text('必读通知怎样确认？', 'How do I confirm a notice that must be read?'),
    answer: text(
      '在“通知公告”中打开标有“必读”的通知，读完后按下方的“确认已读”。\n确认的时间会记入回执，发布的部门可以看到。',
      'Open the notice that is marked as must be read and press “I have read it” below it.\nThe time is recorded in your receipt, which the office that published it can see.',
    ),
  },
];
