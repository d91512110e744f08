import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import type { CallDescription, CallDescriptions } from '#server/http/call-description.ts';
import { boolean, integer, key, list, object, string } from '#server/open-api/json-schema-shorthands.ts';

const file = object({ id: key, url: string, full_url: string, name: string, mimetype: string, size: integer });
const params: CallDescription = {
  summary: text(
    '上传设置；启用对象存储时含为本人签发的表单参数',
    'Upload settings; with object storage, includes form parameters signed for the caller',
  ),
  data: object({ upload: object({ mode: string, maxsize: integer, mimetype: string, savename: string }) }),
};
const callback: CallDescription = {
  summary: text('文件已直传到对象存储', 'A file was uploaded directly to object storage'),
  description: text(
    '服务器取回核对大小与 SHA-1、按内容识别类型；不符或不允许的随即从存储中删除。',
    'The server fetches it, checks size and SHA-1 and detects the type from its content; mismatched or disallowed files are deleted from the storage.',
  ),
  body: {
    url: field.text(text('保存路径', 'Storage path'), { required: true }),
    name: field.text(text('原名', 'Original name'), { required: true, max: 100 }),
    size: field.integer(text('字节数', 'Bytes'), { required: true, min: 1 }),
    type: field.text(text('类型', 'Type')),
    sha1: field.text(text('SHA-1', 'SHA-1'), { required: true, min: 40, max: 40 }),
    of: field.text(text('所填字段', 'Field it is for')),
  },
  data: object({ file }),
};

const usable: CallDescription = {
  summary: text('可选用的已上传文件', 'Uploaded files available to choose'),
  description: text(
    '本人上传的；管理员还包括本辖区同事公开的。新的在前，最多计到 1000 个。',
    'One’s own uploads; for administrators also those made public by colleagues in the area. Newest first, counted up to 1,000.',
  ),
  query: {
    accept: field.text(text('类型，与上传检查同一写法', 'Types, in the same notation as the upload check')),
    private: field.switch(text('私密的', 'Private files')),
    quick_search: field.text(text('文件名', 'File name')),
    page: field.integer(text('页', 'Page'), { min: 1 }),
    limit: field.integer(text('每页个数', 'Files per page'), { min: 1, max: 50 }),
  },
  data: object({
    list: list(object({ id: key, url: string, full_url: string, name: string, mimetype: string, size: integer })),
    total: integer,
  }),
};

/** Descriptions of attachment calls for the API document, beyond those derived from declarations. */
export const attachmentApiCallDescriptions: CallDescriptions = {
  'admin/ajax/uploadParams': params,
  'api/ajax/uploadParams': params,
  'admin/Alioss/callback': callback,
  'api/Alioss/callback': callback,
  'admin/ajax/attachments': usable,
  'api/ajax/attachments': usable,
  'admin/routine.attachment/usage': {
    summary: text('一个文件用在哪些记录里', 'Records in which a file is used'),
    description: text(
      '只列本人可见的记录，最多 100 条；total 为全部引用数。current 为 false 表示记录现在用的是别的文件，时间线里仍有它。',
      'Only records the caller may see, at most 100; total counts all references. current is false if the record now uses another file while its timeline still shows this one.',
    ),
    query: { id: field.integer(text('编号', 'ID'), { required: true, min: 1 }) },
    data: object({
      list: list(
        object({ resource: string, id: key, title: string, field: string, field_label: string, current: boolean }),
      ),
      total: integer,
    }),
  },
};
