import { Link } from 'react-router';
import { type Block, readMarkdown, type Span } from './markdown.ts';

const drawn = ({ text, as, to }: Span, key: number) => {
  if (to)
    return (
      <Link key={key} to={to}>
        {text}
      </Link>
    );
  if (as === 'strong') return <strong key={key}>{text}</strong>;
  return as === 'code' ? <code key={key}>{text}</code> : text;
};

function DrawnBlock({ block }: { block: Block }) {
  if (block.kind === 'list') {
    const List = block.ordered ? 'ol' : 'ul';
    return (
      <List>
        {block.items.map((spans, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a page does not change while it is read
          <li key={at}>{spans.map(drawn)}</li>
        ))}
      </List>
    );
  }
  if (block.kind === 'paragraph') return <p>{block.spans.map(drawn)}</p>;
  const Heading = block.level === 2 ? 'h3' : 'h4';
  return <Heading>{block.spans.map(drawn)}</Heading>;
}

/** A help page written in Markdown. */
export function MarkdownPage({ source }: { source: string }) {
  return readMarkdown(source).map((block, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a page does not change while it is read
    <DrawnBlock key={at} block={block} />
  ));
}
