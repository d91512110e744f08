import { type Text, text } from '#kernel/text.ts';

/** What is known of a file before it is sent. */
export interface UploadFile {
  readonly name: string;
  readonly size: number;
  readonly type: string;
}

/** Refusals of specification §5. */
export const uploadMessages = {
  incomplete: text('上传文件的资料不完整！', 'The data of the uploaded file is incomplete!'),
  type: text('上传的文件类型不被允许！', 'The type of uploaded file is not allowed!'),
  size: text('上传的文件大小超出允许范围！', 'The size of the uploaded file exceeds the allowed range!'),
} as const satisfies Record<string, Text>;

/**
 * Whether a list of allowed types lets a file pass: comma separated extensions (with or without dot), full types, or
 * group wildcards such as `image/*`; a lone `*` allows everything.
 */
export function isTypeAllowed(file: Pick<UploadFile, 'name' | 'type'>, allowed: string): boolean {
  const rules = allowed
    .toLowerCase()
    .split(',')
    .map((rule) => rule.trim())
    .filter(Boolean);
  const type = file.type.toLowerCase();
  const dot = file.name.lastIndexOf('.');
  const suffix = dot < 0 ? '' : file.name.slice(dot + 1).toLowerCase();
  return rules.some((rule) => {
    if (rule === '*') return true;
    if (rule.endsWith('/*')) return type.startsWith(rule.slice(0, -1));
    if (rule.includes('/')) return type === rule;
    return suffix !== '' && suffix === rule.replace(/^\./, '');
  });
}

export interface UploadLimits {
  /** Allowed types of the site, and of the field where it narrows them. */
  readonly mimetype?: string;
  readonly accept?: string;
  /** Bytes; 0 or nothing: the server alone decides. */
  readonly maxsize?: number;
}

/** Why a file may not be sent, or undefined. */
export function checkUpload(
  file: UploadFile,
  { mimetype = '*', accept = '*', maxsize = 0 }: UploadLimits,
): Text | undefined {
  if (!file.name || !file.size) return uploadMessages.incomplete;
  if (!isTypeAllowed(file, mimetype) || !isTypeAllowed(file, accept)) return uploadMessages.type;
  if (maxsize > 0 && file.size > maxsize) return uploadMessages.size;
  return undefined;
}

/** The value of an `accept` attribute for a list of allowed types. */
export const acceptAttribute = (allowed: string): string | undefined => {
  const rules = allowed.split(',').map((rule) => rule.trim());
  if (rules.includes('*') || allowed.trim() === '') return undefined;
  return rules.map((rule) => (rule.includes('/') || rule.startsWith('.') ? rule : `.${rule}`)).join(',');
};
