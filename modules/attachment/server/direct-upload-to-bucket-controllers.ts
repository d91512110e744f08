import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { uploadConfigForClient } from '#server/files/storage/upload-config-for-clients.ts';
import type { Controller } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { integer, key, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { registerDirectUpload } from './register-file-uploaded-directly-to-bucket.ts';

const uploadParams = call({
  gate: 'login',
  summary: text(
    '上传设置；启用对象存储时含为本人签发的表单参数',
    'Upload settings; with object storage, includes form parameters signed for the caller',
  ),
  answer: object({ upload: object({ mode: string, maxsize: integer, mimetype: string, savename: string }) }),
  run: ({ engine, caller }) => ({ upload: uploadConfigForClient(engine, caller) }),
});

const callback = call({
  gate: 'login',
  methods: ['POST'],
  silent: true,
  summary: text('文件已直传到对象存储', 'A file was uploaded directly to object storage'),
  description: text(
    '服务器取回核对大小与 SHA-1、按内容识别类型；不符或不允许的随即从存储中删除。',
    'The server fetches it, checks size and SHA-1 and detects the type from its content; mismatched or disallowed files are deleted from the storage.',
  ),
  checkedInRun: {
    url: field.text(text('保存路径', 'Storage path'), { required: true }),
    name: field.text(text('原名', 'Original name'), { required: true, max: 100 }),
    size: field.integer(text('字节数', 'Bytes'), { required: true, min: 1 }),
    type: field.text(text('类型', 'Type')),
    sha1: field.text(text('SHA-1', 'SHA-1'), { required: true, min: 40, max: 40 }),
    of: field.text(text('所填字段', 'Field it is for')),
  },
  answer: object({
    file: object({ id: key, url: string, full_url: string, name: string, mimetype: string, size: integer }),
  }),
  run: registerDirectUpload,
});

/**
 * Direct uploads from the browser to a bucket: the signed form for an upload, and its completion (wire contract §2.8).
 */
export const directUploadToBucketControllers: readonly Controller[] = (['admin', 'api'] as const).flatMap(
  (app): Controller[] => [
    { app, name: 'ajax', actions: { uploadParams } },
    { app, name: 'Alioss', actions: { callback } },
  ],
);
