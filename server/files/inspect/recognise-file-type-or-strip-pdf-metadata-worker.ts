import fs from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import { answerTasks } from '#server/answer-tasks-in-worker-thread.ts';
import { unpackZip } from '#server/sheets/unpack-untrusted-zip-and-repack-uncompressed.ts';

/** Maximum bytes of one buffer, i.e. of an unpacked object stream of a PDF. A file of 10 MB can announce 10 GB. */
const mostBytes = 32 * 1024 * 1024;

/** A task for the thread: to recognise the type of a file, or to write a PDF without metadata. */
export type InspectionTask = { task: 'type'; file: string } | { task: 'plain-pdf'; file: string; to: string };

export type InspectionResult = { found: { ext: string; mime: string } | null } | { written: true } | { failed: string };

/**
 * Limits of a thread apply to its heap, not to its buffers, and the PDF library unpacks into growing buffers. In this
 * thread no buffer grows beyond the limit. The library would continue without what it could not unpack; we do not.
 */
let tooMuch = false;
globalThis.Uint8Array = new Proxy(Uint8Array, {
  construct(target, given: unknown[], made) {
    if (typeof given[0] === 'number' && given[0] > mostBytes) {
      tooMuch = true;
      throw new RangeError('unpacks to too much');
    }
    return Reflect.construct(target, given, made) as Uint8Array;
  },
});

async function inspect(inspection: InspectionTask): Promise<InspectionResult> {
  if (inspection.task === 'type') {
    const found = await fileTypeFromFile(inspection.file);
    if (found?.ext === 'zip' && (await isOfd(inspection.file))) return { found: ofd };
    return { found: found ? { ext: found.ext, mime: found.mime } : null };
  }
  // loaded with the first PDF: most uploads are pictures
  const { stripPdfMetadata: writePlainPdf } = await import('#server/files/inspect/strip-pdf-metadata.ts');
  tooMuch = false;
  const plain = await writePlainPdf(await fs.readFile(inspection.file));
  if (tooMuch) return { failed: 'unpacks to too much' };
  await fs.writeFile(inspection.to, plain, { mode: 0o640 });
  return { written: true };
}

const ofd = { ext: 'ofd', mime: 'application/ofd' };
/** Maximum bytes of an archive that is inspected: electronic licences and invoices have a few hundred kilobytes. */
const largestOfd = 32 * 1024 * 1024;

/** Whether an archive is a document of GB/T 33190: it has an entry OFD.xml at the top. */
async function isOfd(file: string): Promise<boolean> {
  if ((await fs.stat(file)).size > largestOfd) return false;
  try {
    const limits = { size: 1024 * 1024, files: 20_000 };
    const [entry] = unpackZip(await fs.readFile(file), (name) => name.toLowerCase() === 'ofd.xml', limits).values();
    return entry?.includes('OFD') ?? false;
  } catch {
    return false; // an archive, but not a document
  }
}

answerTasks(inspect);
