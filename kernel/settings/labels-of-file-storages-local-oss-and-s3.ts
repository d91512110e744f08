import { text } from '../text/text.ts';

/** The places in which files can be stored. The browser knows them without the settings of uploads. */
export const fileStorageLabels = {
  local: text('本机', 'Local'),
  alioss: text('阿里云 OSS', 'Alibaba Cloud OSS'),
  s3: text('S3 兼容存储', 'S3-compatible storage'),
};
