/** Version of the file in which a phone hands over everything it has recorded. */
export const exportedFileFormatVersion = 2;

/** Type of the file and its suffix. */
export const exportedFileSuffix = 'xjfield';

/** Largest file that is opened, in bytes: a week of pictures, and what a browser can hold as one text. */
export const maxExportedFileBytes = 400 * 1024 * 1024;

/** Most rounds of the key of a file: a larger number would keep the browser of whoever opens it busy for ever. */
export const maxKeyIterations = 5_000_000;

/** The first line of the file, as JSON. It opens nothing without the PIN and the key of the phone, of which the platform has a copy. */
export interface ExportedFileHeader {
  readonly xingjian: 'field-kit';
  readonly format: number;
  /** Base64. */
  readonly salt: string;
  readonly iterations: number;
  readonly iv: string;
  readonly wrapped: string;
  readonly device: string;
  /** Whether the key of the phone is needed besides the PIN; files of format 1 need none. */
  readonly bound?: boolean;
  readonly account: number;
  /** Unix ms. */
  readonly made_at: number;
}

/** Each further line: a record as it lies on the phone. */
export interface ExportedFileLine {
  readonly id: string;
  readonly kind: 'operation' | 'picture';
  readonly iv: string;
  readonly data: string;
}
