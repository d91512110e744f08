import { type Text, text } from '#kernel/text/text.ts';

/** Summaries of the standard actions. */
export const standardActionSummaries: Readonly<Record<string, Text>> = {
  'index.get': text('列表', 'List'),
  'edit.get': text('详情', 'Details'),
  'edit.post': text('修改（可只发要改的字段）', 'Edit (send only the fields to change)'),
  'add.post': text('添加', 'Add'),
  'del.delete': text('删除', 'Delete'),
  'del.post': text('删除（不便发 DELETE 的客户端）', 'Delete (for clients that cannot send DELETE)'),
  'sortable.post': text('交换两行的顺序', 'Swap the order of two rows'),
  'restore.post': text('恢复刚删除的记录', 'Restore records just deleted'),
  'timeline.get': text('一条记录的经过，新的在前', 'History of a record, newest first'),
  'corrections.get': text('最近一次退回所标内容的更正情况', 'Corrections of the items marked in the latest return'),
  'handlers.get': text(
    '可以分派的人：看得到记录、有当前步骤权限的管理员',
    'Assignable people: administrators who can see the record and may take the current step',
  ),
  'assign.post': text('分派承办人；to 为 0 则取消', 'Assign a handler; to = 0 cancels'),
  'rows.get': text('一个明细列表的各行，分页', 'Rows of a sub-list, paged'),
  'groups.get': text('列表按字段分组的条数与合计', 'Counts and sums of the list grouped by a field'),
  'points.get': text('列表各行的位置，最多一万个', "Locations of the list's records, at most 10,000"),
  'measure.get': text('列表各行的统计', "Statistics of the list's records"),
  'foresee.post': text(
    '预演流转；不填 move 则预演修改：办理后的记录、变更内容与将发送的消息，不产生任何变化',
    'Preview a step, or an edit where no move is named: the record afterwards, its changes and the messages to be sent; nothing is changed',
  ),
  'screen.post': text(
    '检查正在填写的文字是否含有禁用词，不产生任何变化',
    'Check the texts of a form for banned words; nothing is changed',
  ),
  'undo.post': text('撤回自己刚做的可撤回流转', "Undo one's own latest reversible step"),
  'batch.post': text('对多条记录做同一件事，逐条办理', 'Apply one operation to several records, one by one'),
  'reveal.post': text('查看个人信息明文（记入日志）', 'View personal data in plain text (logged)'),
  'export.get': text('导出当前列表', 'Export current list'),
  'export.post': text('导出当前列表', 'Export current list'),
  'import.post': text('导入表格', 'Import a spreadsheet'),
  'importTemplate.get': text('导入模板', 'Import template'),
};

export const operationDescriptions = {
  imported: text(
    '由任务读取；dry=1 只检查；columns 为 JSON，指定各列所填的字段（{"单位名称":"name","序号":""}）；values 指定没有列或单元格为空的字段在各行填什么（{"channel":"phone"}）；synonyms 指定表中用词对应的选项（{"类别":{"旅行社类":"agency"}}）。结果与错误表见 job.show。同一账号导入过的文件会被拒绝（reason=repeated），again=1 仍然导入；中断的 valid_only 导入，重新提交同一文件即从中断处继续',
    'Read by a job; dry=1 only checks; columns (JSON) maps columns to fields ({"Company":"name","No.":""}); values fills fields without a column, or empty cells, in all rows ({"channel":"phone"}); synonyms says which option a word of the sheet means ({"Type":{"Tour operator":"agency"}}). Result and error workbook: see job.show. A file the same account has already imported is refused (reason=repeated) unless again=1; sending it again after an interrupted valid_only import continues that import',
  ),
  measure: text(
    '统计一个指标：by 为区分的字段（至多两个），period 为时段，level 为地区级别（1 省 2 市 3 县）；筛选与列表相同。不带 by 与 period 时只有一个数。more 表示还有更多',
    'One measure, grouped by at most two fields and by period, with areas grouped at a level (1 province, 2 prefecture, 3 county); filters are those of the list. Without by and period there is one figure. more: there are further figures',
  ),
  groups: text(
    'group 为分组字段：选项、状态、引用、地区（本人辖区的下一级）或日期（按月，period=day 按日）；sums 为要合计的字段，逗号分隔。每组答 key、name（引用与地区）、count、sums',
    "group: a choice, the state, a reference, the area (at the level below the caller's own) or a date (by month; by day with period=day). sums: fields to sum, comma-separated. Each group has key, name (of references and areas), count and sums",
  ),
  points: text(
    '每行为 [编号, 经度, 纬度, 名称, 状态, 地区代码]，坐标为 WGS-84；more 表示还有更多',
    'Each is [key, longitude, latitude, title, state, area code], in WGS-84; more: there are further ones',
  ),
  mode: text('全部正确才写入，或只写入正确的行', 'All rows or none, or only the valid ones'),
  steps: text(
    '分步审批，依次由不同的人完成；最后一步完成时状态才改变：',
    'Approved in steps, each by a different person; the state changes with the last: ',
  ),
  proposal: text(
    '第一步填写的内容随提请保存，最后一步完成时才写入；提请人可撤回（withdraw），下一步的人可否决（decline，须填 reason）；记录离开提请时的状态，提请即失效。',
    'Input of the first step is stored with the proposal and written with the last. The proposer may withdraw it, a person who could take the next step may decline it (with a reason), and it lapses when the row leaves the state.',
  ),
  step: text('所指的步骤；不填为下一步', 'Step; default: the next one'),
  closed: text(
    '各状态下可修改的字段（其他字段与已存的值不同时按字段拒绝）：',
    'Fields that can be changed, by state (changes of others are refused at the field):',
  ),
  nothing: text('无', 'none'),
  moved: text(
    'row 只含记录自身的字段；所指记录的名称、明细与汇总用 edit 读取',
    'row has only the fields of the row itself: read names of referenced rows, lists and sums with edit',
  ),
  batch: text(
    '可一次多条：ids: [[编号, 版本], …]，逐条回答',
    'May be sent for many rows: ids: [[key, version], …], with a result for each',
  ),
  version: text('读到的版本；别人改过则拒绝', 'Version read; refused if someone has changed it since'),
};
