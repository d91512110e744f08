import Docxtemplater from 'docxtemplater';
import PizZip from 'pizzip';
import { answerTasks } from '#server/answer-tasks-in-worker-thread.ts';
import { packZipUncompressed, unpackZip } from '#server/sheets/unpack-untrusted-zip-and-repack-uncompressed.ts';
import type { DocumentBlock } from './document-block-types.ts';
import { parseDocxBlocks } from './parse-docx.ts';
import type { PdfOptions } from './write-pdf.ts';

/** Tasks of the worker thread. Foreign files are processed there, so that they cannot harm the server. */
export type PdfTask =
  | { task: 'places'; template: Uint8Array }
  | { task: 'sheet'; blocks: readonly DocumentBlock[]; pdf: PdfOptions }
  | { task: 'document'; template: Uint8Array; values: Readonly<Record<string, string>>; pdf: PdfOptions };

export type PdfAnswer =
  | { places: string[] }
  | { sheet: Uint8Array; missing: string[] }
  | { docx: Uint8Array; pdf: Uint8Array; missing: string[] }
  | { failed: string };

/** Limits of an unpacked template: enough for a letterhead with pictures. */
const limits = { size: 20 * 1024 * 1024, files: 200 };

/** Opens a template without its macros and embedded archives. */
function openTemplate(template: Uint8Array): PizZip {
  const files = unpackZip(Buffer.from(template), (name) => !/vba|activeX|embeddings|oleObject/i.test(name), limits);
  if (!files.has('word/document.xml')) throw new Error('no word/document.xml');
  return new PizZip(packZipUncompressed(files));
}

/** Fills in a template; `met` is called for every placeholder. */
const compile = (template: Uint8Array, met: (place: string) => void = () => {}) =>
  new Docxtemplater(openTemplate(template), {
    paragraphLoop: true,
    linebreaks: true,
    nullGetter: () => '',
    parser(place) {
      met(place);
      return { get: (values: Readonly<Record<string, string>>) => (Object.hasOwn(values, place) ? values[place] : '') };
    },
  });

/** Writes a line above the text of a Word document; what the PDF shows across every page, Word shows once. */
function markDocx(zip: PizZip, mark: string): void {
  const xml = zip.file('word/document.xml')?.asText() ?? '';
  const escaped = mark.replace(/[<>&]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const line = `<w:p><w:pPr><w:jc w:val="center"/></w:pPr><w:r><w:rPr><w:b/><w:color w:val="C00000"/><w:sz w:val="44"/></w:rPr><w:t xml:space="preserve">${escaped}</w:t></w:r></w:p>`;
  zip.file(
    'word/document.xml',
    xml.replace(/<w:body(?: [^>]*)?>/, (body) => body + line),
  );
}

async function answer(task: PdfTask): Promise<PdfAnswer> {
  if (task.task === 'places') {
    const places = new Set<string>();
    compile(task.template, (place) => places.add(place)).render({});
    return { places: [...places] };
  }
  const { writePdf } = await import('./write-pdf.ts');
  if (task.task === 'sheet') {
    const { bytes, missing } = await writePdf(task.blocks, task.pdf);
    return { sheet: bytes, missing };
  }
  const filled = compile(task.template).render({ ...task.values });
  const zip = filled.getZip();
  const content = zip.file('word/document.xml')?.asText() ?? '';
  if (task.pdf.mark) markDocx(zip, task.pdf.mark);
  const docx = zip.generate({ type: 'uint8array', compression: 'DEFLATE' });
  const { bytes, missing } = await writePdf(parseDocxBlocks(content), task.pdf);
  return { docx, pdf: bytes, missing };
}

answerTasks(answer);
