import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import type { CallDescriptions } from '#server/http/json-schema-and-call-description-types.ts';
import { integer, list, object, string } from './json-schema-shorthands.ts';

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
const fileLinks = {
  summary: text('获取私密文件的临时链接', 'Get temporary links to private files'),
  description: text(
    '返回五分钟内可打开的地址：本人上传的、所属记录本人可见的，以及本人的导出结果；其余地址不出现在结果中。一次最多 200 个。',
    "URLs valid for five minutes: of files the caller uploaded, of files in rows the caller may see, and of the caller's own exports. Others are omitted. At most 200 at once.",
  ),
  query: { urls: field.text(text('文件地址，可多个', 'File URL; may be repeated'), { required: true }) },
  data: object({ list: list(object({ url: string, link: string, name: string })), expires_in: integer }),
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

/**
 * Descriptions of the calls for files and of the live stream: `server/http` serves them and is below the API document.
 */
export const fileAndLiveStreamCallDescriptions: CallDescriptions = {
  'admin/ajax/upload': upload,
  'api/ajax/upload': { ...upload, summary: text('上传一个文件（会员）', 'Upload a file (member)') },
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
};
