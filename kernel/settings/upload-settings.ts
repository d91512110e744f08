import { field } from '../field/field.ts';
import { text } from '../text/text.ts';
import { settings } from './declare-settings-section.ts';
import { fileStorageLabels } from './labels-of-file-storages-local-oss-and-s3.ts';

/** The default template for the paths of files (wire contract §4, attachments). */
export const defaultSaveName = '/storage/{topic}/{year}{mon}{day}/{filesha1}{.suffix}';

/** The placeholders that the template can contain (specification §7). */
export const saveNamePlaceholders = [
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

/**
 * The settings of uploads: which files are allowed, where they are stored, and whether they are scanned. They are
 * declared in the kernel, because all parts of the product need them.
 */
export const uploadSettings = settings({
  name: 'upload',
  guarded: 'all',
  label: text('上传', 'Uploads'),
  fields: {
    maxsize: field.integer(text('单个文件上限（MB）', 'Maximum file size (MB)'), {
      required: true,
      min: 1,
      max: 4096,
      initial: 10,
    }),
    mimetype: field.textarea(text('允许的类型', 'Allowed types'), {
      required: true,
      max: 1000,
      initial: 'jpg,png,bmp,jpeg,gif,webp,zip,rar,xls,xlsx,doc,docx,pdf,ofd,wav,mp4,mp3,txt,csv',
      hint: text(
        '逗号分隔：扩展名、完整类型或 image/* 这样的一类；内容与扩展名不符的一律拒收',
        'Comma-separated: extensions, full types, or groups such as image/*. Files whose content does not match the extension are refused',
      ),
    }),
    savename: field.text(text('保存路径', 'Storage path'), {
      required: true,
      max: 200,
      initial: defaultSaveName,
      hint: text(
        '可用 {topic} {year} {mon} {day} {hour} {min} {sec} {random} {random32} {filename} {suffix} {.suffix} {filesha1}',
        'Available: {topic} {year} {mon} {day} {hour} {min} {sec} {random} {random32} {filename} {suffix} {.suffix} {filesha1}',
      ),
    }),
    mode: field.select(text('存放在', 'Store in'), {
      required: true,
      initial: 'local',
      options: fileStorageLabels,
      hint: text(
        '对象存储由浏览器直接上传公开文件；私密文件始终存放在本机',
        'With object storage, browsers upload public files directly; private files are always stored locally',
      ),
    }),
    bucket_url: field.url(text('存储桶地址', 'Bucket address'), {
      hint: text(
        '如 https://桶名.oss-cn-hangzhou.aliyuncs.com；S3 兼容存储可写 https://主机/桶名',
        'E.g. https://bucket.oss-cn-hangzhou.aliyuncs.com; for S3-compatible storage also https://host/bucket',
      ),
    }),
    bucket: field.text(text('存储桶名', 'Bucket name'), { max: 63 }),
    region: field.text(text('地域（S3）', 'Region (S3)'), { max: 40 }),
    access_key_id: field.text(text('AccessKey ID', 'AccessKey ID'), { max: 128 }),
    access_key_secret: field.text(text('AccessKey Secret', 'AccessKey Secret'), { max: 128, privacy: 'hidden' }),
    public_url: field.url(text('访问域名（CDN）', 'Access domain (CDN)'), {
      hint: text('浏览器从这里读取；不填则用存储桶地址', 'Browsers read from here; the bucket address if left empty'),
    }),
    cdn_url: field.url(text('本站文件的加速域名（CDN）', 'CDN domain of local files'), {
      hint: text(
        '公开文件的访问前缀，如 https://cdn.example.gov.cn；由它回源到本站',
        'URL prefix of public files, e.g. https://cdn.example.gov.cn; it fetches them from this site',
      ),
    }),
    scan_address: field.text(text('病毒扫描服务（clamd）', 'Virus scanning service (clamd)'), {
      max: 200,
      hint: text(
        '主机:端口，或本机套接字路径；不填则不扫描。填写后扫描服务不可用时一律拒收',
        'host:port or local socket path; files are not scanned if left empty. If set but unavailable, all files are refused',
      ),
    }),
  },
  public: ['cdn_url'],
});
