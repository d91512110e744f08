import { z } from 'zod';
import { type Kind, textOperators } from '../kind.ts';
import { issue } from '../message.ts';

/** Rich text as HTML; the server sanitises it by an allow-list before it is stored. */
export const editorKind: Kind<string, { max?: number }> = {
  name: 'editor',
  column: 'text',
  cell: 'rich',
  input: 'editor',
  operators: textOperators,
  sorts: false,
  width: 200,
  schema: ({ max = 200_000 }) => z.string(issue('editor_required')).max(max, issue('too_long', { max })),
};
