import type { ReactNode } from 'react';
import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import type { MarkedTextPiece } from '../../contract/law/mark-text-changes.ts';
import './law.css';

const texts = { incomplete: text('待补全：尚未录入条文', 'To be completed: the text has not been entered yet') };

/** Items (项) are set in below their paragraph. */
const item = /^[（(][一二三四五六七八九十百]{1,4}[)）]/;

/** Marks words that were searched for in a line. */
function markTerms(line: string, terms: readonly string[]): ReactNode {
  const sought = terms.filter(Boolean).map((term) => term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (sought.length === 0) return line;
  const pieces = line.split(new RegExp(`(${sought.join('|')})`, 'gi'));
  // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one line have no other identity
  return pieces.map((piece, at) => (at % 2 === 1 ? <mark key={at}>{piece}</mark> : piece));
}

interface ArticleTextProps {
  readonly content: string | null | undefined;
  readonly marked?: readonly string[];
}

/** The text of an article with its paragraphs and items. */
export function LawArticleText({ content, marked = [] }: ArticleTextProps) {
  if (!content) return <p className="xj-law-incomplete">{translate(texts.incomplete)}</p>;
  return content.split('\n').map((line, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs are known by their place
    <p key={at} className={item.test(line) ? 'xj-law-item' : 'xj-law-paragraph'}>
      {markTerms(line, marked)}
    </p>
  ));
}

/** One side of a comparison: what only this side has is marked. */
export function TextWithMarkedChanges({
  pieces,
  side,
}: {
  pieces: readonly MarkedTextPiece[];
  side: 'before' | 'after';
}) {
  const other = side === 'before' ? 'added' : 'removed';
  return (
    <p className="xj-law-marked">
      {pieces.map(({ text: piece, change }, at) =>
        change === other ? null : change === 'same' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces are known by their place
          <span key={at}>{piece}</span>
        ) : side === 'before' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <del key={at}>{piece}</del>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <ins key={at}>{piece}</ins>
        ),
      )}
    </p>
  );
}
