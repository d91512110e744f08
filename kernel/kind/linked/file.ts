import * as z from 'zod/mini';
import { text } from '../../text/text.ts';
import { encodeMessage } from '../../text/validation-messages.ts';
import { type Kind, withConversion } from '../field-kind-type-and-shared-conversions.ts';

export interface FileOptions {
  /** Maximum number of files. Default: 9. */
  max?: number;
  /** The allowed file types, separated by commas: extensions, full types, or groups such as `image/*`. */
  accept?: string;
  /**
   * Files are stored outside the public folder. Only the person who uploaded a file and people who see a row that
   * refers to it can open it.
   */
  private?: boolean;
}

/** The URL of a file on this platform. Another server would learn from a request who looks at a record, and when. */
const address = z.string(encodeMessage('invalid_file')).check(
  z.maxLength(255, encodeMessage('invalid_file')),
  z.regex(/^\/storage\/[\w./-]+$/, encodeMessage('invalid_file')),
  z.refine((url) => !url.includes('..'), encodeMessage('invalid_file')),
);

const list = (max: number) =>
  withConversion(
    (value) => (typeof value === 'string' ? value.split(',').filter(Boolean) : value),
    z.array(address, encodeMessage('invalid_file')).check(z.maxLength(max, encodeMessage('too_many', { max }))),
  ) as z.ZodMiniType<string[]>;

/** Whether a URL points to the folder of private files. */
export const isPrivateFile = (url: string): boolean => url.startsWith('/storage/private/');

const sample = '/storage/default/20261121/0a1b2c';
const one = text('先上传，再填返回的 url', 'Upload first, then send the returned url');
const several = text('先上传，再填返回的 url', 'Upload first, then send the returned urls');

/** One uploaded file. */
export const fileKind: Kind<string, FileOptions> = {
  name: 'file',
  column: 'text',
  cell: 'file',
  pressed: true,
  input: 'file',
  grouped: true,
  operators: ['NULL', 'NOT NULL'],
  sorts: false,
  width: 120,
  accept: '*',
  example: () => `${sample}.pdf`,
  note: one,
  sheetHint: () => text('已上传文件的地址', 'Address of an uploaded file'),
  schema: () => address,
};
/** One uploaded picture. */
export const imageKind: Kind<string, FileOptions> = {
  ...fileKind,
  name: 'image',
  cell: 'image',
  pressed: true,
  input: 'image',
  width: 90,
  accept: 'image/*',
  example: () => `${sample}.jpg`,
};
/** Several uploaded files. */
export const filesKind: Kind<string[], FileOptions> = {
  name: 'files',
  column: 'text[]',
  cell: 'files',
  pressed: true,
  input: 'files',
  grouped: true,
  operators: ['NULL', 'NOT NULL'],
  sorts: false,
  width: 140,
  accept: '*',
  example: () => [`${sample}.pdf`],
  note: several,
  sheetHint: () => text('已上传文件的地址', 'Address of an uploaded file'),
  schema: ({ max = 9 }) => list(max),
  toText: (wire) => (Array.isArray(wire) ? wire.join('\n') : ''),
};
/** Several uploaded pictures. */
export const imagesKind: Kind<string[], FileOptions> = {
  ...filesKind,
  name: 'images',
  cell: 'images',
  pressed: true,
  input: 'images',
  accept: 'image/*',
  example: () => [`${sample}.jpg`],
};
