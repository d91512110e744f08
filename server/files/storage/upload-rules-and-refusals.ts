import { explainRefusedFileType, fileTypeAdvice } from '#kernel/settings/allowed-file-types.ts';
import { defaultSaveName, uploadSettings } from '#kernel/settings/upload-settings.ts';
import { type Text, text } from '#kernel/text/text.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { Refused } from '#server/refusal.ts';

/** Rules for uploads; part of the site's configuration (wire contract §2.4 `siteConfig.upload`). */
export interface UploadRules {
  /** In bytes. */
  readonly maxsize: number;
  /** Separated by commas: extensions with or without dot, full types, groups such as `image/*`, or `*`. */
  readonly mimetype: string;
  /** Template of addresses, see make-and-validate-storage-address.ts. */
  readonly savename: string;
  /** Address of clamd, see scan-for-viruses.ts. Undefined: files are not scanned. */
  readonly scanner?: { readonly address: string; readonly innerNetworks: readonly string[] };
}

/** Defaults: wire contract §4, and PDF, the format of licences, and sheets as text. */
export const defaultUploadRules: UploadRules = {
  maxsize: 10 * 1024 * 1024,
  mimetype: uploadSettings.fields.mimetype.initial as string,
  savename: defaultSaveName,
};

/** The current rules. */
export function uploadRules({ settings, config }: Pick<Engine, 'settings' | 'config'>): UploadRules {
  const { maxsize, mimetype, savename, scan_address: address } = settings(uploadSettings);
  const scanner = address ? { address, innerNetworks: config.innerNetworks } : undefined;
  return { maxsize: maxsize * 1024 * 1024, mimetype, savename, ...(scanner ? { scanner } : {}) };
}

/**
 * Storage per member. An enterprise sends some 20 scans of 2 MB a year: enough for ten years, twice over for returned
 * applications.
 */
export const memberQuota = { files: 400, bytes: 800 * 1024 * 1024 } as const;

/** Chinese texts from wire contract §2.8, English ones from specification §5 where it has them. */
export const uploadMessages = {
  uploaded: text('文件上传成功！', 'File uploaded successfully!'),
  none: text(
    '没有文件被上传或文件大小超出服务器上传限制！',
    "No file was uploaded, or it exceeds the server's upload limit!",
  ),
  incomplete: text(
    '上传文件的资料不完整！请重新选择文件：不能是空文件，须有文件名',
    'The data of the uploaded file is incomplete! Choose the file again: it must have a name and must not be empty',
  ),
  altered: text(
    '收到的文件与设备上的不同：传输中被改动，请重新上传',
    'The file received is not the one on your device: it was changed on its way. Upload it again',
  ),
  type: text('上传的文件格式未被允许', 'The type of uploaded file is not allowed!'),
  differs: text('上传的文件内容与扩展名不符', 'The content of the uploaded file does not match its extension!'),
  size: text(
    '上传的文件太大({size}M)，最大文件大小：{max}M',
    'The size of the uploaded file exceeds the allowed range! ({size} MB, at most {max} MB)',
  ),
  picture: text('上传的图片文件不是有效的图像', 'The uploaded picture is not a valid image'),
  hugePicture: text(
    '图片尺寸过大，至多 {pixels} 万像素、{frames} 帧，请缩小后上传',
    'The picture is too large: at most {megapixels} {megapixels|megapixel|megapixels} and {frames} {frames|frame|frames}. Scale it down before uploading',
  ),
  lockedPdf: text(
    'PDF 已加密，无法清除其中的作者等信息；请取消密码保护后上传',
    'The PDF is encrypted, so author and other details cannot be removed. Remove the password protection and upload again',
  ),
  brokenPdf: text(
    'PDF 无法读取，不能公开；请重新导出后上传',
    'The PDF cannot be read and cannot be made public. Export it again and upload',
  ),
  quota: text(
    '每个账号最多保存 {files} 个文件、共 {size}M，已达上限；如需更多请联系主管部门',
    'Each account can store at most {files} {files|file|files} and {size} MB in total; this limit is reached. Contact the authority if you need more',
  ),
  pending: text(
    '尚未传完的文件太多：每个账号至多 {files} 个、共 {size}M，请先传完，或待其 {hours} 小时后过期',
    'Too many unfinished uploads: at most {files} {files|file|files} and {size} MB for each account. Finish those, or wait {hours} h until they expire',
  ),
  infected: text('文件含有病毒（{name}），已拒收', 'The file contains a virus ({name}) and was refused'),
  unscanned: text(
    '病毒扫描服务暂时不可用，文件未被接收，请稍后再试',
    'The virus scanner is temporarily unavailable and the file was not accepted. Try again later',
  ),
  full: text('服务器存储空间不足，请联系管理员', 'The server is out of storage. Contact the administrator'),
  template: text(
    '文件保存路径模板无效：{template}。请管理员在“系统设置”中更正：每一段以字母或数字开头，不含连续的点',
    'Invalid storage path template: {template}. An administrator corrects it under Settings: each part starts with a letter or digit and has no two dots in a row',
  ),
} as const satisfies Record<string, Text>;

/** Bytes as megabytes with at most two decimals. */
export const megabytes = (bytes: number) => String(Number((bytes / 1024 / 1024).toFixed(2)));

export function refuseUpload(
  message: keyof typeof uploadMessages,
  values: Readonly<Record<string, unknown>> = {},
): Refused {
  const reason = message === 'size' || message === 'quota' ? 'too_large' : 'invalid';
  return new Refused(uploadMessages[message], { values, data: { reason } });
}

/** The refusal of a file whose type is in none of the given lists, with the allowed types and advice. */
export function refuseType(suffix: string, ...allowed: readonly string[]): Refused {
  return new Refused(joinTexts(uploadMessages.type, explainRefusedFileType(suffix, ...allowed)), {
    data: { reason: 'invalid' },
  });
}

/** The refusal of a file whose content is not what its name says, with the recognised type, if any, and advice. */
export function refuseContent(suffix: string, found?: string): Refused {
  if (!found) return refuseUpload('differs');
  const is = text(`它其实是 ${found.toUpperCase()} 文件`, `it is in fact a ${found.toUpperCase()} file`);
  const way = fileTypeAdvice(found);
  const message = text(
    `${uploadMessages.differs['zh-cn']}：名为 ${suffix.toUpperCase()}，${is['zh-cn']}${way ? `。${way['zh-cn']}` : ''}。`,
    `${uploadMessages.differs.en} Its name says ${suffix.toUpperCase()}, but ${is.en}.${way ? ` To send it, ${way.en}.` : ''}`,
  );
  return new Refused(message, { data: { reason: 'invalid' } });
}

const joinTexts = (first: Text, second: Text): Text =>
  text(`${first['zh-cn']}。${second['zh-cn']}`, `${first.en} ${second.en}`);
