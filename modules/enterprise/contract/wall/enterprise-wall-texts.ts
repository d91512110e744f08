import { text } from '#kernel/text/text.ts';

export const enterpriseWallTexts = {
  total: text('户', 'enterprises'),
  today: text('今日新增', 'New today'),
  risk: text('风险等级', 'Risk class'),
  unrated: text('未评', 'Not rated'),
  trend: text('近 12 个月新增登记', 'New registrations, last 12 months'),
  trendLabel: text(
    '近十二个月每月新增登记，共 {n} 户',
    'New registrations per month over the last twelve months, {n} in total',
  ),
  monthPoint: text('{month}，新增 {n} 户', '{month}: {n} new'),
  waiting: text('待审核', 'Pending'),
  overdue: text('已超期', 'Overdue'),
  dueSoon: text('24 小时内到期', 'Due in 24 h'),
  stages: text('审核环节', 'Stages'),
  median: text('办结时长中位数', 'Median time'),
  slowest: text('九成办结于', '90% within'),
  workingDays: text('个工作日', 'working {n|day|days}'),
  sameDay: text('当日', 'Same day'),
  decided: text('近 30 天办结', 'Done in 30 days'),
  flows: text('近 30 天流量', 'Flow, last 30 days'),
  flowLabel: text(
    '近三十天每日审核流量：提交 {submitted}，通过 {passed}，退回 {returned}',
    'Daily review flow over the last thirty days: {submitted} submitted, {passed} approved, {returned} returned',
  ),
  flowPoint: text('{day}，{flow} {n} 户', '{day}: {n} {flow}'),
  waitingHere: text('审核中 {n}', '{n} under review'),
  nothing: text('这个地区还没有登记企业', 'No enterprise is registered in this area yet'),
  nothingNewest: text('登记后会立即出现在这里', 'Registrations appear here immediately'),
} as const;
