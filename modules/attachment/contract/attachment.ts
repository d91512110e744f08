import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { fileStorageLabels } from '#kernel/settings/labels-of-file-storages-local-oss-and-s3.ts';
import { text } from '#kernel/text/text.ts';

/** Categories by which people filter files. The category follows from the bytes of the file. */
export const fileCategories = {
  image: text('图片', 'Picture'),
  document: text('文档', 'Document'),
  sheet: text('表格', 'Spreadsheet'),
  video: text('视频', 'Video'),
  audio: text('音频', 'Audio'),
  archive: text('压缩包', 'Archive'),
  other: text('其他', 'Other'),
};

/**
 * An uploaded file (wire contract §2.7). Uploading creates the row. People may change its name and topic, and delete it
 * while no record refers to it.
 */
export const attachment = resource({
  name: 'routine/attachment',
  label: text('附件', 'Attachments'),
  icon: 'paper-clip',
  empty: text(
    '还没有上传过文件；在各处表单里上传后列在这里',
    'No files uploaded yet; files uploaded in any form are listed here',
  ),
  title: 'name',
  scope: 'area',
  order: ['lastuploadtime', 'desc'],
  actions: ['index', 'edit', 'del', 'export'],
  // a deleted file cannot be restored: its bytes are gone from the disk
  recycle: false,
  listed: ['url', 'name', 'kind', 'size', 'topic', 'admin_id', 'private', 'used', 'quote', 'lastuploadtime'],
  fields: {
    url: field.file(text('预览', 'Preview'), { write: 'server', unique: true }),
    name: field.text(text('原名', 'Original name'), { required: true, max: 100, search: true }),
    topic: field.text(text('主题', 'Topic'), {
      required: true,
      max: 20,
      hint: text('小写字母开头，可含数字、- 与 _', 'Starts with a lowercase letter; digits, - and _ allowed'),
    }),
    kind: field.select(text('种类', 'Type'), { write: 'server', options: fileCategories }),
    size: field.integer(text('大小（字节）', 'Size (bytes)'), { write: 'server', quantity: true }),
    mimetype: field.text(text('类型', 'Type'), { write: 'server', list: 'offered' }),
    width: field.integer(text('宽', 'Width'), { write: 'server', list: 'offered' }),
    height: field.integer(text('高', 'Height'), { write: 'server', list: 'offered' }),
    private: field.switch(text('私密', 'Private'), { write: 'server' }),
    used: field.switch(text('被引用', 'Referenced'), { write: 'server' }),
    quote: field.integer(text('上传次数', 'Times uploaded'), { write: 'server', quantity: true }),
    storage: field.select(text('存储', 'Storage'), {
      write: 'server',
      list: 'offered',
      options: fileStorageLabels,
    }),
    sha1: field.text(text('SHA-1', 'SHA-1'), { write: 'server', list: 'offered' }),
    reduced_from: field.text(text('缩小前原图 SHA-256', 'SHA-256 of the picture before it was made smaller'), {
      write: 'server',
      list: 'offered',
    }),
    admin_id: field.reference(text('上传人', 'Uploaded by'), {
      to: 'auth/admin',
      reach: 'area',
      write: 'server',
      related: false,
    }),
    user_id: field.integer(text('上传会员编号', 'Member ID'), { key: true, write: 'server', list: 'offered' }),
    lastuploadtime: field.datetime(text('最后上传', 'Last uploaded'), { write: 'server' }),
    area_code: field.area(text('地区', 'Area'), { write: 'server', list: 'offered' }),
  },
});
export interface Attachment extends Row<typeof attachment> {}
