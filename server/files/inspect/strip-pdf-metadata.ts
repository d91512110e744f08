import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFInvalidObject,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib';

/** Entries of any object that record how, when and by whom it was made. */
const traces = ['Metadata', 'PieceInfo', 'LastModified'].map((name) => PDFName.of(name));

/**
 * Rewrites a PDF without metadata: title, author, programs and times (Info, XMP), private data of programs, and
 * everything that no page refers to, including earlier versions. Throws if the file is encrypted or broken.
 */
export async function stripPdfMetadata(file: Uint8Array): Promise<Uint8Array> {
  const document = await PDFDocument.load(file, { updateMetadata: false });
  const { context } = document;
  const { Root } = context.trailerInfo;
  if (!Root || document.getPageCount() === 0) throw new Error('a PDF without pages');
  delete context.trailerInfo.Info;
  delete context.trailerInfo.ID;
  delete context.trailerInfo.Encrypt;
  const written = new Set<string>();
  const waiting: PDFObject[] = [Root];
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    if (one instanceof PDFRef) {
      if (written.has(one.tag)) continue;
      written.add(one.tag);
      const target = context.lookup(one);
      if (target) waiting.push(target);
    } else if (one instanceof PDFInvalidObject) throw new Error('an object of the PDF cannot be read');
    else if (one instanceof PDFArray) waiting.push(...one.asArray());
    else if (one instanceof PDFDict) waiting.push(...forget(one));
    else if (one instanceof PDFStream) {
      waiting.push(...forget(one.dict));
      if (one instanceof PDFRawStream && isJpeg(one.dict))
        (one as { contents: Uint8Array }).contents = stripJpegMetadata(one.contents);
    }
  }
  for (const [ref] of context.enumerateIndirectObjects()) if (!written.has(ref.tag)) context.delete(ref);
  return document.save({ useObjectStreams: true, addDefaultPage: false, updateFieldAppearances: false });
}

function forget(dict: PDFDict): PDFObject[] {
  for (const name of traces) dict.delete(name);
  return dict.values();
}

/** Whether an object is a picture in the file format of a camera. */
const isJpeg = (dict: PDFDict) => {
  const filter = dict.get(PDFName.of('Filter'));
  const only = filter instanceof PDFArray && filter.size() === 1 ? filter.get(0) : filter;
  return only === PDFName.of('DCTDecode');
};

/**
 * A JPEG without metadata: Exif with place and camera, XMP (APP1), Photoshop's (APP13), comments. What is needed to
 * show it stays: JFIF, colour profile (APP2), Adobe's colour transform (APP14).
 */
function stripJpegMetadata(jpeg: Uint8Array): Uint8Array {
  if (jpeg[0] !== 0xff || jpeg[1] !== 0xd8) return jpeg;
  const parts: Uint8Array[] = [jpeg.subarray(0, 2)];
  let at = 2;
  while (at + 4 <= jpeg.length && jpeg[at] === 0xff) {
    const marker = jpeg[at + 1] as number;
    if (marker === 0xda) break; // the picture data
    const length = 2 + (((jpeg[at + 2] as number) << 8) | (jpeg[at + 3] as number));
    if (marker !== 0xe1 && marker !== 0xed && marker !== 0xfe) parts.push(jpeg.subarray(at, at + length));
    at += length;
  }
  parts.push(jpeg.subarray(at));
  return Uint8Array.from(Buffer.concat(parts));
}
