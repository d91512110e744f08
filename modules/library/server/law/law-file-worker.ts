import { isUtf8 } from 'node:buffer';
import type { Text } from '#kernel/text/text.ts';
import { answerTasks } from '#server/answer-tasks-in-worker-thread.ts';
import { damagedWorkbook } from '#server/sheets/sheet-limits-and-errors.ts';
import { unpackZip } from '#server/sheets/unpack-untrusted-zip-and-repack-uncompressed.ts';
import { SheetError } from '#server/sheets/unreadable-or-unwritable-sheet-error.ts';
import {
  damagedLawFile,
  lawFileDefinesEntities,
  lawTextTooLong,
  maxLawCharacters,
  maxUnpackedLawBytes,
  oldWordFile,
  protectedWordFile,
} from './law-file-limits-and-errors.ts';
import { readDocxLines } from './read-docx-lines.ts';
import { type LawText, parseLawText } from './split-law-text-into-articles.ts';

/** Task of the thread that reads a file with the text of a law. A hostile file can harm only the thread. */
export interface LawFileTask {
  readonly file: Uint8Array;
}

export type LawFileAnswer = { readonly law: LawText } | { readonly refused: Text } | { readonly failed: string };

const documentPart = 'word/document.xml';
const limits = { size: maxUnpackedLawBytes, files: 5000 };
/** Name of a stream in a compound file that holds a document protected by a password. */
const encrypted = Buffer.from('EncryptedPackage', 'utf16le');

const isZip = (file: Buffer) => file[0] === 0x50 && file[1] === 0x4b;
/** The compound file format of Word 97–2003 and of old WPS. */
const isCompound = (file: Buffer) => file[0] === 0xd0 && file[1] === 0xcf && file[2] === 0x11 && file[3] === 0xe0;

function readLines(file: Buffer): string {
  if (isCompound(file)) throw file.includes(encrypted) ? protectedWordFile() : oldWordFile();
  return isZip(file) ? readDocx(file) : readPlainText(file);
}

function readDocx(file: Buffer): string {
  const xml = openDocument(file).toString('utf8');
  // entities multiply: a few hundred bytes of them unpack to gigabytes in other programs
  if (/<!(?:doctype|entity)/i.test(xml)) throw lawFileDefinesEntities();
  if (!xml.includes('document')) throw damagedLawFile();
  return readDocxLines(xml).join('\n');
}

function openDocument(file: Buffer): Buffer {
  try {
    const document = unpackZip(file, (name) => name === documentPart, limits).get(documentPart);
    if (document) return document;
  } catch (error) {
    const isDamaged = !(error instanceof SheetError) || error.message === damagedWorkbook().message;
    if (!isDamaged) throw error;
  }
  throw damagedLawFile();
}

/** Text as editors in China write it: UTF-8, GB18030, or UTF-16 with a mark. */
function readPlainText(file: Buffer): string {
  const [first, second] = file;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(file);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(file);
  // pictures, PDFs and programs contain NUL bytes
  if (file.subarray(0, 4096).includes(0)) throw damagedLawFile();
  return new TextDecoder(isUtf8(file) ? 'utf-8' : 'gb18030').decode(file);
}

function answer({ file }: LawFileTask): LawFileAnswer {
  try {
    const source = readLines(Buffer.from(file.buffer, file.byteOffset, file.byteLength));
    if (source.length > maxLawCharacters) throw lawTextTooLong();
    return { law: parseLawText(source) };
  } catch (error) {
    if (error instanceof SheetError) return { refused: error.text };
    throw error;
  }
}

answerTasks(answer);
