/** A piece of a line: plain, bold, code, or a link inside the product. */
export interface Span {
  readonly text: string;
  readonly as?: 'strong' | 'code';
  readonly to?: string;
}

export type Block =
  | { readonly kind: 'heading'; readonly level: 2 | 3; readonly spans: readonly Span[] }
  | { readonly kind: 'paragraph'; readonly spans: readonly Span[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly (readonly Span[])[] };

const inline = /\*\*([^*]+)\*\*|`([^`]+)`|\[([^\]]+)\]\((\/[^)\s]*)\)/g;

function readSpans(line: string): Span[] {
  const spans: Span[] = [];
  let from = 0;
  for (const found of line.matchAll(inline)) {
    if (found.index > from) spans.push({ text: line.slice(from, found.index) });
    const [whole, strong, code, label, to] = found;
    if (strong !== undefined) spans.push({ text: strong, as: 'strong' });
    else if (code !== undefined) spans.push({ text: code, as: 'code' });
    else if (label !== undefined && to !== undefined) spans.push({ text: label, to });
    from = found.index + whole.length;
  }
  if (from < line.length) spans.push({ text: line.slice(from) });
  return spans;
}

/**
 * Reads the Markdown that help pages use: headings, paragraphs, lists, **bold**, `code` and links inside the product.
 * Everything else stays plain text.
 */
export function readMarkdown(source: string): Block[] {
  const blocks: Block[] = [];
  let open: { kind: 'paragraph'; lines: string[] } | { kind: 'list'; ordered: boolean; items: string[] } | undefined;
  const close = () => {
    if (open?.kind === 'paragraph') blocks.push({ kind: 'paragraph', spans: readSpans(open.lines.join(' ')) });
    else if (open) blocks.push({ kind: 'list', ordered: open.ordered, items: open.items.map(readSpans) });
    open = undefined;
  };
  for (const line of source.split(/\r?\n/)) {
    const heading = /^(#{1,3}) +(.+)$/.exec(line);
    const item = /^(?:[-*]|(\d+)\.) +(.+)$/.exec(line);
    if (line.trim() === '') close();
    else if (heading) {
      close();
      blocks.push({
        kind: 'heading',
        level: (heading[1] ?? '').length > 2 ? 3 : 2,
        spans: readSpans(heading[2] ?? ''),
      });
    } else if (item) {
      const ordered = item[1] !== undefined;
      if (open?.kind !== 'list' || open.ordered !== ordered) {
        close();
        open = { kind: 'list', ordered, items: [] };
      }
      open.items.push(item[2] ?? '');
    } else if (open?.kind === 'list') open.items.push(`${open.items.pop() ?? ''} ${line.trim()}`);
    else if (open) open.lines.push(line.trim());
    else open = { kind: 'paragraph', lines: [line.trim()] };
  }
  close();
  return blocks;
}
