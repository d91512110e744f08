const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Tags whose content is not part of the text: what was moved away, and what older programs show instead. */
const passedOver: ReadonlySet<string> = new Set(['moveFrom', 'Fallback', 'txbxContent']);

/**
 * The paragraphs of `word/document.xml` as lines, those of tables included; deleted and moved text of tracked changes is
 * left out. One pass in linear time over XML that may be hostile.
 */
export function readDocxLines(xml: string): string[] {
  const lines: string[] = [];
  let line = '';
  let skipped = 0;
  const end = () => {
    lines.push(line);
    line = '';
  };
  let close = 0;
  // on from the end of each tag: looking for it again from every < within it would take quadratic time
  for (let at = xml.indexOf('<'); at >= 0; at = xml.indexOf('<', close + 1)) {
    close = xml.indexOf('>', at);
    if (close < 0) break;
    const { name, closing, empty } = readTag(xml.slice(at + 1, Math.min(close, at + 80)), xml[close - 1] === '/');
    if (passedOver.has(name)) skipped += empty ? 0 : closing ? -1 : 1;
    else if (skipped > 0) continue;
    else if (closing) {
      if (name === 'p') end();
    } else if (name === 't' && !empty) line += readText(xml, close + 1);
    else if (name === 'tab') line += ' ';
    else if (name === 'br' || name === 'cr') end();
  }
  if (line !== '') end();
  return lines;
}

/** The local name of a tag, from its beginning. */
function readTag(written: string, empty: boolean): { name: string; closing: boolean; empty: boolean } {
  const closing = written.startsWith('/');
  let end = closing ? 1 : 0;
  let begin = end;
  for (; end < written.length && !' \t\r\n/'.includes(written[end] ?? ' '); end++)
    if (written[end] === ':') begin = end + 1;
  return { name: written.slice(begin, end), closing, empty };
}

/** The text up to the next tag. */
function readText(xml: string, from: number): string {
  const until = xml.indexOf('<', from);
  return xml
    .slice(from, until < 0 ? xml.length : until)
    .replace(
      /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi,
      (all, decimal?: string, hex?: string, name?: string) => {
        const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : undefined;
        if (code === undefined) return entities[name ?? ''] ?? all;
        return code > 0 && code < 0x110000 && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : '';
      },
    );
}
