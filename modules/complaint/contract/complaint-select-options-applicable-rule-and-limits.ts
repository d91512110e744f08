import { text } from '#kernel/text/text.ts';

/** How a complaint arrived (domain reference §2.L). */
export const complaintChannels = {
  web: text('网页', 'Web page'),
  wechat: text('公众号', 'WeChat account'),
  phone: text('电话', 'Telephone'),
  visit: text('来访', 'Visit'),
  hotline_12345: text('12345转办', 'Referred by 12345'),
  hotline_12315: text('12315转办', 'Referred by 12315'),
  superior: text('上级交办', 'Assigned by a higher office'),
  email: text('邮件', 'E-mail'),
  api: text('接口', 'Interface'),
} as const;

/** Channels of another office that sets a last day of its own and expects the result. */
export const referringChannels = ['hotline_12345', 'hotline_12315', 'superior', 'api'] as const;

/** Channels that complainants use themselves, without an account. */
export const publicComplaintChannels = ['web', 'wechat'] as const;

/** How a complainant is notified of each step: the contact proven by a code, else the mobile number. */
export const contactWays = {
  mobile: text('短信', 'Text message'),
  email: text('邮件', 'E-mail'),
} as const;

/** What a complainant asks for. */
export const complainantDemandKinds = {
  refund: text('退款', 'Refund'),
  compensation: text('赔偿', 'Compensation'),
  apology: text('道歉', 'Apology'),
  correction: text('改正', 'Correction'),
  other: text('其他', 'Other'),
} as const;

/**
 * The rule on handling complaints that the day of filing decides: the one in force since 2026-03-15 (文化和旅游部令第14号),
 * or that of 2010 (国家旅游局令第32号).
 */
export const complaintRules = {
  '2026': text('《旅游投诉处理办法》（2026年）', 'Rule of 2026 on tourism complaints'),
  '2010': text('《旅游投诉处理办法》（2010年）', 'Rule of 2010 on tourism complaints'),
} as const;

/** The first day of the rule of 2026. */
export const ruleOf2026From = '2026-03-15';

/** The rule that applies to a complaint filed on this day (`YYYY-MM-DD`). */
export const complaintRuleOn = (filedOn: string): keyof typeof complaintRules =>
  filedOn < ruleOf2026From ? '2010' : '2026';

/** Who is responsible, as the authority found. Only a finding against the respondent counts for risk and credit. */
export const complaintResponsibilities = {
  respondent: { ...text('被投诉人有责', 'Respondent responsible'), tone: 'bad' },
  shared: { ...text('双方均有责任', 'Both sides responsible'), tone: 'warning' },
  none: { ...text('被投诉人无责', 'Respondent not responsible'), tone: 'good' },
  unclear: { ...text('责任无法认定', 'Responsibility could not be established'), tone: 'muted' },
} as const;

/** Whether acceptance was decided within its limit. A column of the table follows from the days (migration `complaint_grounds_and_complainants`). */
export const acceptanceTimeliness = {
  in_time: { ...text('按时', 'In time'), tone: 'good' },
  late: { ...text('逾期', 'Late'), tone: 'bad' },
} as const;

export const mediationModes = {
  onsite: text('现场', 'In person'),
  phone: text('电话', 'Telephone'),
  online: text('线上', 'Online'),
  written: text('书面', 'In writing'),
} as const;

/** How a complainant answers an invitation to a session of mediation. */
export const invitationAnswers = {
  attends: { ...text('参加', 'Takes part'), tone: 'good' },
  other_time: { ...text('希望改期', 'Asks for another time'), tone: 'warning' },
  declines: { ...text('不参加', 'Does not take part'), tone: 'muted' },
} as const;

export const mediationResults = {
  agreed: { ...text('达成一致', 'Agreed'), tone: 'good' },
  adjourned: { ...text('择期再调', 'Adjourned'), tone: 'warning' },
  failed: { ...text('调解不成', 'Failed'), tone: 'bad' },
} as const;

/** How the mediation ended. */
export const mediationOutcomes = {
  agreed: { ...text('达成调解协议', 'Agreement by mediation'), tone: 'good' },
  reconciled: { ...text('自行和解', 'Settled between the parties'), tone: 'good' },
  withdrawn: { ...text('撤回投诉', 'Withdrawn'), tone: 'muted' },
  terminated: { ...text('终止调解', 'Mediation terminated'), tone: 'warning' },
} as const;

/** Categories that point to a violation, so that an officer looks at the complaint (domain reference §2.L). */
export const complaintCategoriesPointingToViolation = [
  'forced_shopping',
  'itinerary_change',
  'low_price',
  'false_publicity',
] as const;

/** Limits of the form (domain reference §2.L). */
export const complaintLimits = { facts: { min: 20, max: 5000 }, files: 20, reopenDays: 30 } as const;

/** Complaints of the same cause by so many people are a common complaint, which names representatives. */
export const minComplainantsOfCommonComplaint = 4;
