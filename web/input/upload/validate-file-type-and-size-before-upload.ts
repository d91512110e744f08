import {
  explainRefusedFileType,
  isFileTypeAllowed,
  parseAllowedFileTypes,
} from '#kernel/settings/allowed-file-types.ts';
import { type Text, text } from '#kernel/text/text.ts';

/** The properties of a file that are checked before it is sent. */
interface UploadFile {
  readonly name: string;
  readonly size: number;
  readonly type: string;
}

/** Refusals of specification §5. */
export const uploadRefusalTexts = {
  incomplete: text('上传文件的资料不完整！', 'The data of the uploaded file is incomplete!'),
  type: text('上传的文件类型不被允许！', 'The type of uploaded file is not allowed!'),
  size: text('上传的文件大小超出允许范围！', 'The size of the uploaded file exceeds the allowed range!'),
} as const satisfies Record<string, Text>;

export interface UploadLimits {
  /** Allowed types of the site, and of the field where it narrows them. */
  readonly mimetype?: string;
  readonly accept?: string;
  /** In bytes. 0 or undefined: only the server decides. */
  readonly maxsize?: number;
}

/** The reason why a file may not be sent. Undefined: it may. */
export function validateFileBeforeUpload(
  file: UploadFile,
  { mimetype = '*', accept = '*', maxsize = 0 }: UploadLimits,
): Text | undefined {
  if (!file.name || !file.size) return uploadRefusalTexts.incomplete;
  const suffix = fileNameSuffixOf(file.name);
  if (!isFileTypeAllowed(suffix, file.type, mimetype) || !isFileTypeAllowed(suffix, file.type, accept)) {
    const why = explainRefusedFileType(suffix, mimetype, accept);
    return text(`${uploadRefusalTexts.type['zh-cn']}${why['zh-cn']}`, `${uploadRefusalTexts.type.en} ${why.en}`);
  }
  if (maxsize > 0 && file.size > maxsize) return uploadRefusalTexts.size;
  return undefined;
}

/** The extension of a name in lower case without dot; '' where it has none. */
export function fileNameSuffixOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? '' : name.slice(dot + 1).toLowerCase();
}

/** The value of an `accept` attribute for a list of allowed types: a file dialog offers every spelling of a format. */
export function acceptAttribute(allowed: string): string | undefined {
  const { any, suffixes, types, groups } = parseAllowedFileTypes(allowed);
  if (any || allowed.trim() === '') return undefined;
  return [...suffixes.map((suffix) => `.${suffix}`), ...types, ...groups.map((group) => `${group}/*`)].join(',');
}
