import zlib from 'node:zlib';

/** The text of a PDF, printed by a browser or generated, by page: glyphs are decoded with the tables the fonts contain for copying. */
export function readPdfText(pdf: Buffer): string[] {
  const raw = pdf.toString('latin1');
  const objects = new Map(
    [...raw.matchAll(/(?:^|\n)(\d+) 0 obj\b([\s\S]*?)endobj/g)].map(([, id = '', body = '']) => [id, body]),
  );
  const streamOf = (id: string): string => {
    // up to the word itself: what stands before it may be an end of line or the last byte, and bytes behind the end are ignored
    const found = /stream\r?\n([\s\S]*?)endstream/.exec(objects.get(id) ?? '');
    return found ? zlib.inflateSync(Buffer.from(found[1] ?? '', 'latin1')).toString('latin1') : '';
  };
  const pages = [...objects.values()].filter((body) => /\/Type\s*\/Page\b/.test(body));
  return pages.map((page) => {
    const resources = objects.get(/\/Resources (\d+) 0 R/.exec(page)?.[1] ?? '') ?? page;
    const fonts = new Map(
      [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id = '']) => [
        name,
        glyphsOf(streamOf(/\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '')?.[1] ?? '')),
      ]),
    );
    const content = streamOf(/\/Contents (\d+) 0 R/.exec(page)?.[1] ?? '');
    let glyphs = new Map<string, string>();
    let written = '';
    let hasActualText = false; // the text of a run of glyphs was given instead of them
    for (const [, font, actual, plain, shown = '', end] of content.matchAll(token)) {
      if (font) glyphs = fonts.get(font) ?? glyphs;
      if (actual !== undefined || plain !== undefined) {
        written += actual === undefined ? plain : text(actual);
        hasActualText = true;
      } else if (end) hasActualText = false;
      const width = [...glyphs.keys()][0]?.length ?? 4;
      for (let at = 0; at < shown.length && !hasActualText; at += width)
        written += glyphs.get(shown.slice(at, at + width).toUpperCase()) ?? '';
    }
    return written;
  });
}

const token = /\/(F\d+) [\d.]+ Tf|ActualText (?:<FEFF(\w+)>|\(([^)]*)\))|<([0-9A-Fa-f]+)>(?= Tj|[^[\]]*\] TJ)|(EMC)/g;

const text = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le');

function glyphsOf(table: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, list = ''] of table.matchAll(/beginbfchar([\s\S]*?)endbfchar/g))
    for (const [, code = '', hex = ''] of list.matchAll(/<(\w+)>\s*<(\w+)>/g)) found.set(code.toUpperCase(), text(hex));
  for (const [, list = ''] of table.matchAll(/beginbfrange([\s\S]*?)endbfrange/g))
    for (const [, from = '', to = '', hex = '', each = ''] of list.matchAll(
      /<(\w+)>\s*<(\w+)>\s*(?:<(\w+)>|\[([^\]]*)\])/g,
    ))
      for (let at = Number.parseInt(from, 16), n = 0; at <= Number.parseInt(to, 16); at += 1, n += 1)
        found.set(
          at.toString(16).padStart(from.length, '0').toUpperCase(),
          text(hex ? (Number.parseInt(hex, 16) + n).toString(16).padStart(4, '0') : (each.match(/\w+/g)?.[n] ?? '')),
        );
  return found;
}
