import { messageTemplate } from '#kernel/message/declare-and-fill-message-template.ts';
import { text } from '#kernel/text/text.ts';

const name = { ...text('报表', 'Report'), sample: '盘龙区执法报告', needed: true } as const;
const span = { ...text('统计期', 'Period'), sample: '2026-10-01 – 2026-10-31' };

export const scheduledReportReady = messageTemplate({
  code: 'report_ready',
  inbox: 'system',
  label: text('定期报表已生成', 'Scheduled report ready'),
  text: text('{name}（{span}）已生成，请下载。', '{name} ({span}) is ready to be downloaded.'),
  places: { name, span },
});

export const scheduledReportFailed = messageTemplate({
  code: 'report_failed',
  inbox: 'system',
  label: text('定期报表未能生成', 'Scheduled report failed'),
  text: text('{name}（{span}）未能生成：{reason}', '{name} ({span}) could not be made: {reason}'),
  places: { name, span, reason: { ...text('原因', 'Reason'), sample: '没有权限' } },
});
