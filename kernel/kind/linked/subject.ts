import * as z from 'zod/mini';
import { issue } from '../../text/message.ts';
import { text } from '../../text/text.ts';
import type { Kind } from '../kind.ts';

/** A row of some resource, as a log or a message names it. */
export interface Subject {
  resource: string;
  /** None when the row is gone. */
  id: number | null;
  title: string | null;
}

/**
 * The record a row is about, of whatever resource: drawn by its name, with a way to it. Written by the server alone; in
 * the database a column generated from `resource`, the row's key and its title.
 */
export const subjectKind: Kind<Subject, object> = {
  name: 'subject',
  column: 'jsonb',
  cell: 'subject',
  pressed: true,
  input: 'text',
  anyRow: true,
  untold: (column) => `${column} || '{"title": null}'`,
  operators: [],
  sorts: false,
  width: 220,
  example: () => ({ resource: 'enterprise/enterprise', id: 1, title: '示例' }),
  note: text('所涉记录；已删除的没有 id', 'Related record; without id once deleted'),
  schema: () =>
    z.object(
      {
        resource: z.string(issue('invalid')),
        id: z.nullable(z.int(issue('invalid')).check(z.positive(issue('invalid')))),
        title: z.nullable(z.string(issue('invalid'))),
      },
      issue('invalid'),
    ),
  toText: (wire) => {
    const one = wire as Subject | null;
    return one ? (one.title ?? (one.id === null ? '' : `#${one.id}`)) : '';
  },
};
