import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import type { CallDescriptions } from '#server/http/call-description.ts';
import { enumOf, integer, key, list, nothing, object, string } from './json-schema-shorthands.ts';

const file = object({
  file: object(
    {
      url: string,
      full_url: string,
      name: string,
      size: integer,
      mimetype: string,
      sha1: string,
      width: { type: ['integer', 'null'] },
      height: { type: ['integer', 'null'] },
    },
    ['url', 'full_url', 'name', 'size'],
  ),
});
const time = { type: ['integer', 'null'], description: 'unix seconds' };
const run = object({
  status: enumOf('waiting', 'running', 'done', 'failed', 'missed'),
  due_at: integer,
  asked_by: { type: ['string', 'null'] },
  times: integer,
  attempts: integer,
  error: { type: ['string', 'null'] },
  starttime: time,
  took: { type: ['integer', 'null'], description: 'milliseconds' },
});
const scheduled = {
  name: field.text(text('任务名', 'Task name'), { required: true }),
};

const upload = {
  summary: text('上传一个文件', 'Upload a file'),
  upload: true,
  query: {
    of: field.text(
      text(
        '所填字段（如 enterprise/enterprise.photo_front）：类型不符的当即拒收，私密与否随该字段',
        'The field it is for (enterprise/enterprise.photo_front): a file the field does not accept is refused at once, and the file is private if the field is',
      ),
    ),
  },
  data: file,
};
const cells = {
  summary: text('读出表格文件的单元格', 'Read cells of a spreadsheet'),
  description: text(
    '.xlsx 或 .csv，最多 5000 行；供表单内的明细按列名填入，文件不保存。有多张工作表时，按文件前的参数 resource（明细的业务名）选取列名最相符的一张，其余在 passed_sheets 中说明。',
    'An .xlsx or .csv file of at most 5,000 rows, for lists within a form, which match its headers to their columns. Of several sheets, the one with the columns of resource (sent before the file) is read; passed_sheets lists the others. The file is not stored.',
  ),
  upload: true,
  data: object({ cells: list(list(string)) }),
};
const fileLinks = {
  summary: text('获取私密文件的临时链接', 'Get temporary links to private files'),
  description: text(
    '返回五分钟内可打开的地址：本人上传的、所属记录本人可见的，以及本人的导出结果；其余地址不出现在结果中。一次最多 200 个。',
    "URLs valid for five minutes: of files the caller uploaded, of files in rows the caller may see, and of the caller's own exports. Others are omitted. At most 200 at once.",
  ),
  query: { urls: field.text(text('文件地址，可多个', 'File URL; may be repeated'), { required: true }) },
  data: object({ list: list(object({ url: string, link: string })), expires_in: integer }),
};
const icon = {
  summary: text('文件类型图标（SVG）', 'File type icon (SVG)'),
  query: {
    suffix: field.text(text('扩展名', 'Extension'), { required: true }),
    background: field.text(text('底色', 'Background')),
  },
  raw: 'image/svg+xml',
};
const avatar = {
  summary: text('未上传头像者的默认头像（SVG）', 'Default avatar for people without one (SVG)'),
  query: { name: field.text(text('姓名', 'Name')) },
  raw: 'image/svg+xml',
};
const stream = {
  summary: text('实时事件流（SSE）', 'Live event stream (SSE)'),
  description: text(
    '事件名 event、job、clock、ping（每 15 秒）、reset、crowded；data 为 JSON。以 Last-Event-ID 续接最近十分钟内的事件，编号原样带回；错过更多时收到 reset，应重新读取页面上的数据。每个账号最多 12 条连接，超出时最早的一条收到 crowded 后关闭。链接不能带请求头，令牌放在参数 batoken，并加 server=1。',
    'Events are named event, job, clock, ping (every 15 s), reset and crowded; data is JSON. Sending the last ID as Last-Event-ID resumes the stream, up to ten minutes back; after a longer gap reset is sent, and the client should reload what it shows. An account has at most 12 streams: the oldest gets crowded and is closed. Browsers cannot send headers here: put the token in the parameter batoken and add server=1.',
  ),
  query: {
    topics: field.text(
      text(
        '只要这些：业务、业务模块、事件名、event 或 job，逗号分隔',
        'Only these: resources, areas, event names, event or job, comma-separated',
      ),
    ),
    lastEventId: field.text(text('最后收到的事件编号', 'ID of the last event received')),
  },
  raw: 'text/event-stream',
};

/** Descriptions of the platform's own calls. */
export const platformCalls: CallDescriptions = {
  'admin/ajax/upload': upload,
  'api/ajax/upload': { ...upload, summary: text('上传一个文件（会员）', 'Upload a file (member)') },
  'admin/ajax/readCells': cells,
  'api/ajax/readCells': cells,
  'admin/ajax/fileLinks': fileLinks,
  'api/ajax/fileLinks': fileLinks,
  'admin/ajax/buildSuffixSvg': icon,
  'api/ajax/buildSuffixSvg': icon,
  'api/ajax/defaultAvatar': avatar,
  'admin/stream/index': stream,
  'api/stream/index': {
    ...stream,
    summary: text('实时事件流（SSE，会员）', 'Live event stream (SSE, member)'),
    description: text(
      '只有本人名下企业和申请的事件，data 只含名称和状态。以 Last-Event-ID 续接最近十分钟内的事件。令牌放在参数 ba-user-token，并加 server=1。',
      "Only events about the member's own enterprises and claims; data has only title and state. Last-Event-ID resumes the stream, up to ten minutes back. Put the token in the parameter ba-user-token and add server=1.",
    ),
  },
  'admin/system.schedule/index': {
    summary: text('定时任务及其最近一次运行', 'Scheduled tasks and their latest run'),
    data: object({
      list: list(
        object({
          name: string,
          label: string,
          when: string,
          line: { ...string, description: 'crontab, Asia/Shanghai' },
          next_at: integer,
          misses: integer,
          alerted_at: time,
          last: { anyOf: [run, { type: 'null' }] },
        }),
      ),
      failed: integer,
    }),
  },
  'admin/system.schedule/runs': {
    summary: text('一项定时任务最近的运行，最多 100 次', 'Latest runs of a scheduled task, at most 100'),
    query: scheduled,
    data: object({ list: list(run) }),
  },
  'admin/system.schedule/tasks': {
    summary: text('失败的后台任务', 'Failed background tasks'),
    query: {
      page: field.integer(text('页', 'Page'), { min: 1 }),
      limit: field.integer(text('每页行数', 'Rows per page'), { min: 1, max: 100 }),
    },
    data: object({
      list: list(
        object({
          id: key,
          task: string,
          attempts: integer,
          most_attempts: integer,
          error: string,
          createtime: integer,
          next_at: time,
        }),
      ),
      total: integer,
    }),
  },
  'admin/system.schedule/run': {
    summary: text('立即运行一项定时任务', 'Run a scheduled task now'),
    body: scheduled,
    data: nothing,
  },
  'admin/system.schedule/retry': {
    summary: text('重试失败的后台任务', 'Retry failed background tasks'),
    body: { ids: field.selects(text('编号，最多 100 个', 'IDs, at most 100'), { options: {}, required: true }) },
    data: object({ n: integer }),
  },
  'admin/openapi/index': {
    summary: text('本文档，装在信封里', 'This document, in the envelope'),
    data: { type: 'object' },
  },
  'admin/openapi/document': {
    summary: text('本文档（OpenAPI 3.1）', 'This document (OpenAPI 3.1)'),
    raw: 'application/json',
  },
};
