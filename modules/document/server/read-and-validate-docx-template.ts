import fs from 'node:fs/promises';
import path from 'node:path';
import { findDocument } from '#kernel/module/official-document.ts';
import { text } from '#kernel/text/text.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { pathOfStoredFile } from '#server/files/storage/find-and-remove-stored-files-by-address.ts';
import { runInPdfThread } from '#server/pdf/run-pdf-task-in-worker-thread.ts';
import { placeholdersOf } from './default-docx-template.ts';

const texts = {
  broken: text(
    '模板无法读取，请用 Word 或 WPS 另存为 .docx',
    'The template cannot be read. Save it as .docx in Word or WPS',
  ),
  unknown: text(
    '模板里的 {places} 不是该文书的字段；可用：{allowed}',
    '{places} in the template are not fields of this document. Available: {allowed}',
  ),
};

/** Most bytes of a template: room for a letterhead with a few pictures. */
const mostBytes = 5 * 1024 * 1024;

/** The bytes of an uploaded template; undefined if the file is missing or too large. */
export async function readDocxTemplate(
  { config }: Pick<Engine, 'config'>,
  url: string,
): Promise<Uint8Array | undefined> {
  const file = pathOfStoredFile(path.join(config.dataDir, 'storage'), url);
  try {
    return (await fs.stat(file)).size > mostBytes ? undefined : await fs.readFile(file);
  } catch {
    return undefined;
  }
}

/** Refuses a file that is unreadable as a template or has placeholders the document does not fill. */
export async function validateDocxTemplate(
  context: {
    readonly engine: Engine;
    fail(field: string, message: typeof texts.broken, values?: Readonly<Record<string, unknown>>): void;
  },
  code: string,
  url: string | null | undefined,
): Promise<void> {
  const one = findDocument(code);
  if (!one || !url) return;
  const bytes = await readDocxTemplate(context.engine, url);
  const answer = bytes && (await runInPdfThread({ task: 'places', template: bytes }));
  if (!answer || !('places' in answer)) return context.fail('body', texts.broken);
  const allowed = placeholdersOf(one);
  const unknown = answer.places.filter((place) => !allowed.includes(place));
  if (unknown.length > 0)
    context.fail('body', texts.unknown, { places: braced(unknown.slice(0, 10)), allowed: braced(allowed) });
}

const braced = (names: readonly string[]) => names.map((name) => `{${name.slice(0, 40)}}`).join(' ');
