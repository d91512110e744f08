import type { ReactNode } from 'react';

/** A text with the given words marked, in whatever case they are written. */
export function TextWithMarkedSearchTerms({
  text,
  terms,
}: {
  readonly text: string;
  readonly terms: readonly string[];
}): ReactNode {
  const wanted = terms.filter((word) => word !== '').toSorted((a, b) => b.length - a.length);
  if (wanted.length === 0) return text;
  const parts = text.split(
    new RegExp(`(${wanted.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|')})`, 'gi'),
  );
  // odd parts are the words
  return parts.map((part, at) => {
    if (at % 2 === 0) return part;
    // biome-ignore lint/suspicious/noArrayIndexKey: a word may occur several times, and parts have no state
    return <mark key={at}>{part}</mark>;
  });
}
