import { messageTemplate } from '#kernel/message/declare-and-fill-message-template.ts';
import { text } from '#kernel/text/text.ts';

const list = { ...text('列表', 'List'), sample: '企业' };
const view = { ...text('视图', 'View'), sample: '待我办', needed: true } as const;
const n = { ...text('条数', 'Number of records'), sample: '3' };

/** Rows that entered a view, together. */
export const rowsEnteredViewMessage = messageTemplate({
  code: 'view_entered',
  inbox: 'todo',
  label: text('视图中有新记录', 'New records in view'),
  text: text(
    '{list}的视图“{view}”新增 {n} 条：{titles}',
    '{n} new {n|record|records} in view “{view}” of {list}: {titles}',
  ),
  places: {
    list,
    view: { ...text('视图', 'View'), sample: '待我办' },
    n,
    titles: { ...text('记录', 'Records'), sample: '昆明滇池国际旅行社有限公司' },
  },
});

/** The file of a view, at its time; an e-mail has it attached, unless it is too large. */
export const viewFileSentMessage = messageTemplate({
  code: 'view_sent',
  inbox: 'system',
  label: text('视图文件已生成', 'File of view ready'),
  text: text(
    '{list}的视图“{view}”共 {n} 条，文件已生成，可在“视图订阅”中下载。',
    'The file of view “{view}” of {list} is ready under “View subscriptions”: {n} {n|record|records}.',
  ),
  places: { list, view, n },
});

export const viewFileFailedMessage = messageTemplate({
  code: 'view_failed',
  inbox: 'system',
  label: text('视图文件未能生成', 'File of view failed'),
  text: text(
    '{list}的视图“{view}”未能生成文件：{reason}',
    'The file of view “{view}” of {list} could not be made: {reason}',
  ),
  places: { list, view, reason: { ...text('原因', 'Reason'), sample: '数据库暂不可用' } },
});

/** A subscription that ended by itself. */
export const viewSubscriptionEndedMessage = messageTemplate({
  code: 'view_ended',
  inbox: 'system',
  label: text('视图订阅已结束', 'View subscription ended'),
  text: text(
    '您对{list}的视图“{view}”的订阅已结束：{reason}',
    'Your subscription to view “{view}” of {list} has ended: {reason}',
  ),
  places: { list, view, reason: { ...text('原因', 'Reason'), sample: '视图已不存在' } },
});
