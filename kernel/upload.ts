import { field } from './field.ts';
import { settings } from './settings.ts';
import { text } from './text.ts';

/** The address a file is given unless an administrator says otherwise (wire contract §4, attachments). */
export const defaultSaveName = '/storage/{topic}/{year}{mon}{day}/{filesha1}{.suffix}';

/** Places of the template of addresses (specification §7). */
export const saveNamePlaces = [
  'topic',
  'year',
  'mon',
  'day',
  'hour',
  'min',
  'sec',
  'random',
  'random32',
  'filename',
  'suffix',
  '.suffix',
  'filesha1',
] as const;

/** What may be uploaded, where it is kept, and who looks at it first: every part of the house needs to know. */
export const uploadSettings = settings({
  name: 'upload',
  label: text('上传', 'Uploads'),
  fields: {
    maxsize: field.integer(text('单个文件上限（MB）', 'Largest file (MB)'), {
      required: true,
      min: 1,
      max: 4096,
      initial: 10,
    }),
    mimetype: field.textarea(text('允许的类型', 'Allowed types'), {
      required: true,
      max: 1000,
      initial: 'jpg,png,bmp,jpeg,gif,webp,zip,rar,xls,xlsx,doc,docx,pdf,wav,mp4,mp3,txt,csv',
      hint: text(
        '逗号分隔：扩展名、完整类型或 image/* 这样的一类；内容与扩展名不符的一律拒收',
        'Comma separated: extensions, full types, or groups such as image/*. What is not what its name says is refused all the same',
      ),
    }),
    savename: field.text(text('保存路径', 'Template of addresses'), {
      required: true,
      max: 200,
      initial: defaultSaveName,
      hint: text(
        '可用 {topic} {year} {mon} {day} {hour} {min} {sec} {random} {random32} {filename} {suffix} {.suffix} {filesha1}',
        'Places: {topic} {year} {mon} {day} {hour} {min} {sec} {random} {random32} {filename} {suffix} {.suffix} {filesha1}',
      ),
    }),
    scan_address: field.text(text('病毒扫描服务（clamd）', 'Virus scanner (clamd)'), {
      max: 200,
      hint: text(
        '主机:端口，或本机套接字路径；不填则不扫描。填写后扫描服务不可用时一律拒收',
        'host:port, or the path of a local socket; empty: files are not scanned. When set and away, nothing is accepted',
      ),
    }),
  },
});
