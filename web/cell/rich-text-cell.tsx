import { richTextToPlain } from '#kernel/text/rich-text.ts';
import { RichText } from './rendered-rich-text.tsx';

/** Rich text: whole on a record, its first words in a list. */
export function RichTextCell({ html, roomy }: { html: string; roomy: boolean }) {
  return roomy ? <RichText html={html} /> : richTextToPlain(html).replace(/\s+/g, ' ').slice(0, 120);
}
