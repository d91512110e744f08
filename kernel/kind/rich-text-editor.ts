import * as z from 'zod/mini';
import { paragraphsOf, richTextToPlain } from '../text/rich-text.ts';
import { text } from '../text/text.ts';
import { encodeMessage } from '../text/validation-messages.ts';
import { type Kind, textOperators } from './field-kind-type-and-shared-conversions.ts';
import type { ProseOptions } from './text.ts';

export interface EditorOptions extends Pick<ProseOptions, 'screened'> {
  /** Maximum number of characters, tags included. */
  max?: number;
}

/** Rich text: HTML with the elements of `richTextElements`. The server removes all others. */
export const editorKind: Kind<string, EditorOptions> = {
  name: 'editor',
  column: 'text',
  cell: 'rich',
  input: 'editor',
  grouped: true,
  operators: textOperators,
  sorts: false,
  width: 200,
  html: true,
  prose: true,
  filterAs: 'text',
  absent: 'editor_required',
  example: () => '<p>示例</p>',
  note: text('HTML，服务端按白名单清洗', 'HTML, sanitised by the server against an allow-list'),
  schema: ({ max = 200_000 }) =>
    z.string(encodeMessage('editor_required')).check(z.maxLength(max, encodeMessage('too_long', { max }))),
  // The result is still escaped, so that it can be treated as the whole text is. An entity that was cut in two is
  // dropped.
  brief: (column) =>
    `regexp_replace(left(regexp_replace(left(${column}, 4000), '(<[^>]*(>|$)|\\s)+', ' ', 'g'), 200), '&[^;]*$', '')`,
  toText: (wire) => richTextToPlain(String(wire)),
  fromText: (cell) => paragraphsOf(cell),
};
