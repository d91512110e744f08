import { type Text, text } from '../text/text.ts';

/**
 * Lists of allowed file types (specification §5): comma-separated extensions with or without dot, full types, groups
 * such as `image/*`, or `*`. Browser and server share this parser and its messages.
 */

/** Extensions of the same format. Messages use the first of them. */
const spellings: readonly (readonly string[])[] = [
  ['jpg', 'jpeg', 'jpe', 'jfif', 'pjpeg', 'pjp'],
  ['tif', 'tiff'],
  ['heic', 'heif'],
];

/** All extensions of the same format as this extension, including itself. */
export const extensionsOfSameFormat = (suffix: string): readonly string[] =>
  spellings.find((names) => names.includes(suffix)) ?? [suffix];

const rulesOf = (allowed: string): readonly string[] =>
  allowed
    .toLowerCase()
    .split(',')
    .map((rule) => rule.trim())
    .filter(Boolean);

const isGroup = (rule: string) => rule.endsWith('/*');

/** Parses a list of allowed types into extensions (all those of their formats), full types, and groups without `/*`. */
export function parseAllowedFileTypes(allowed: string): {
  readonly any: boolean;
  readonly suffixes: readonly string[];
  readonly types: readonly string[];
  readonly groups: readonly string[];
} {
  const rules = rulesOf(allowed);
  const suffixes = rules.filter((rule) => rule !== '*' && !rule.includes('/')).map((rule) => rule.replace(/^\./, ''));
  return {
    any: rules.includes('*'),
    suffixes: [...new Set(suffixes.flatMap(extensionsOfSameFormat))],
    types: rules.filter((rule) => rule.includes('/') && !isGroup(rule)),
    groups: rules.filter(isGroup).map((rule) => rule.slice(0, -2)),
  };
}

/** Whether a list allows a file with this extension (`''`: none) or this type. */
export function isFileTypeAllowed(suffix: string, mimetype: string, allowed: string): boolean {
  const { any, suffixes, types, groups } = parseAllowedFileTypes(allowed);
  const type = mimetype.toLowerCase();
  return any || suffixes.includes(suffix) || types.includes(type) || groups.includes(type.split('/')[0] ?? '');
}

/** Whether a file with this extension can be of an allowed type. Whether it is, its content decides later. */
export const isFileExtensionAllowed = (suffix: string, allowed: string): boolean =>
  /[/*]/.test(allowed) || isFileTypeAllowed(suffix, '', allowed);

const groupLabels: Readonly<Record<string, Text | undefined>> = {
  image: text('图片（JPG、PNG 等）', 'images (JPG, PNG etc.)'),
  audio: text('音频', 'audio'),
  video: text('视频', 'video'),
  text: text('文本', 'text'),
};

/** Names the formats of a list, each once: “JPG、PNG”. */
export function nameFileTypes(allowed: string): Text {
  const { any, suffixes, types, groups } = parseAllowedFileTypes(allowed);
  if (any) return text('任何类型', 'any file type');
  const formats = [...new Set(suffixes.map((suffix) => (extensionsOfSameFormat(suffix)[0] ?? suffix).toUpperCase()))];
  const shorter = types.map((type) => (type.split('/')[1] ?? type).toUpperCase());
  const exact = [...new Set([...formats, ...shorter])];
  const groupTexts = groups.map((group) => groupLabels[group] ?? text(`${group} 类`, `${group} files`));
  return text(
    [...exact, ...groupTexts.map((one) => one['zh-cn'])].join('、'),
    [...exact, ...groupTexts.map((one) => one.en)].join(', '),
  );
}

/** Advice for file formats that phones and office programs produce, but the platform does not accept. */
const waysOut: Readonly<Record<string, Text | undefined>> = {
  heic: text(
    '苹果手机请在“设置 → 相机 → 格式”中选“兼容性最佳”后重拍，或先把照片另存为 JPG',
    'on an iPhone choose Settings → Camera → Formats → Most Compatible and take the picture again, or save it as JPG first',
  ),
  tif: text('请先另存为 JPG 或 PDF', 'save it as JPG or PDF first'),
  wps: text('请在 WPS 中另存为 DOCX 或 PDF', 'save it as DOCX or PDF in WPS'),
  et: text('请在 WPS 中另存为 XLSX', 'save it as XLSX in WPS'),
  dps: text('请在 WPS 中另存为 PPTX 或 PDF', 'save it as PPTX or PDF in WPS'),
};

/** The advice for a refused file with this extension. Undefined: there is none. */
export const fileTypeAdvice = (suffix: string): Text | undefined =>
  waysOut[extensionsOfSameFormat(suffix)[0] ?? suffix];

/**
 * Explains to the user why a file was refused: the allowed formats, and the advice for this one. Of several lists the
 * last one with a restriction counts.
 */
export function explainRefusedFileType(suffix: string, ...allowed: readonly string[]): Text {
  const narrowest = allowed.findLast((list) => !parseAllowedFileTypes(list).any) ?? '*';
  const kinds = nameFileTypes(narrowest);
  const way = fileTypeAdvice(suffix);
  return text(
    `此处可上传：${kinds['zh-cn']}。${way ? `${way['zh-cn']}。` : ''}`,
    `Taken here: ${kinds.en}.${way ? ` To send this one, ${way.en}.` : ''}`,
  );
}
