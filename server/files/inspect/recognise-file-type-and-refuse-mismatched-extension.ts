import fs from 'node:fs/promises';
import { extensionsOfSameFormat } from '#kernel/settings/allowed-file-types.ts';
import { runFileInspectionInThread } from '#server/files/inspect/run-file-inspection-in-thread.ts';
import { refuseContent } from '#server/files/storage/upload-rules-and-refusals.ts';

/** Types that the bytes of files with these extensions may be recognised as, other than the extension itself. */
const families: readonly (readonly [suffixes: readonly string[], recognised: readonly string[]])[] = [
  [extensionsOfSameFormat('jpg'), ['jpg']],
  [['png'], ['png', 'apng']],
  [extensionsOfSameFormat('tif'), ['tif']],
  [extensionsOfSameFormat('heic'), ['heic']],
  [
    ['doc', 'xls', 'ppt', 'wps', 'et', 'dps', 'msg'],
    ['cfb', 'rtf'],
  ],
  // a document whose parts are in an unusual order is recognised as a plain archive
  [
    ['docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp'],
    ['docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp', 'zip'],
  ],
  [['zip'], ['zip', 'ofd', 'docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp', 'epub', 'jar', 'apk', '3mf']],
  [
    ['mp4', 'm4v', 'mov'],
    ['mp4', 'm4v', 'mov', '3gp', 'f4v'],
  ],
  [['mp3'], ['mp3', 'mp2', 'mp1']],
  [
    ['m4a', 'aac'],
    ['m4a', 'aac', 'mp4'],
  ],
  [
    ['ogg', 'oga', 'ogv', 'opus'],
    ['ogg', 'oga', 'ogv', 'opus', 'ogx'],
  ],
  [
    ['mkv', 'webm'],
    ['mkv', 'webm'],
  ],
  [['svg', 'xml', 'kml', 'html', 'htm'], ['xml']],
  [
    ['gz', 'tgz'],
    ['gz', 'tar.gz'],
  ],
];

/** Text types, which have no signature. Other unrecognised content is refused. */
const texts: Readonly<Record<string, string | undefined>> = {
  txt: 'text/plain',
  log: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
  json: 'application/json',
  geojson: 'application/geo+json',
  xml: 'application/xml',
  kml: 'application/vnd.google-earth.kml+xml',
  svg: 'image/svg+xml',
  html: 'text/html',
  htm: 'text/html',
};

const office: Readonly<Record<string, string | undefined>> = {
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
};

/** The type proved by the bytes of a file. Refused if they prove another type than the extension. */
export async function recogniseFileTypeOrRefuseMismatch(file: string, suffix: string): Promise<string> {
  const finding = await runFileInspectionInThread({ task: 'type', file });
  if (!finding) throw refuseContent(suffix);
  const found = 'found' in finding ? finding.found : undefined;
  if (!found || found.ext === 'xml') {
    const mimetype = texts[suffix];
    if (!mimetype || !(await isText(file))) throw refuseContent(suffix);
    return mimetype;
  }
  const family = families.find(([suffixes]) => suffixes.includes(suffix));
  if (!(family?.[1] ?? [suffix]).includes(found.ext)) throw refuseContent(suffix, found.ext);
  return office[suffix] ?? found.mime;
}

/** Whether the beginning of a file is text in UTF-8, UTF-16 or GB18030. */
async function isText(file: string): Promise<boolean> {
  const handle = await fs.open(file);
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(64 * 1024), position: 0 });
    const head = buffer.subarray(0, bytesRead);
    if ((head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)) return true;
    return !head.some(
      (byte) => byte === 0 || (byte < 32 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13 && byte !== 27),
    );
  } finally {
    await handle.close();
  }
}
