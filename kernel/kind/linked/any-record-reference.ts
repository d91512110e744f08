import * as z from 'zod/mini';
import { text } from '../../text/text.ts';
import { encodeMessage } from '../../text/validation-messages.ts';
import type { Kind } from '../field-kind-type-and-shared-conversions.ts';

/** A row of any resource, as logs and messages refer to it. */
export interface AnyRecordReference {
  resource: string;
  /** Null if the row no longer exists. */
  id: number | null;
  title: string | null;
}

/**
 * The record of any resource that a row is about, shown by its name with a link. Only the server writes it. In the
 * database it is a column generated from `resource`, the row's key and its title.
 */
export const anyRecordReferenceKind: Kind<AnyRecordReference, object> = {
  name: 'subject',
  column: 'jsonb',
  cell: 'subject',
  pressed: true,
  input: 'text',
  anyRow: true,
  sqlWhenHidden: (column) => `${column} || '{"title": null}'`,
  operators: [],
  sorts: false,
  width: 220,
  example: () => ({ resource: 'enterprise/enterprise', id: 1, title: '示例' }),
  note: text('所涉记录；已删除的没有 id', 'Related record; without id once deleted'),
  schema: () =>
    z.object(
      {
        resource: z.string(encodeMessage('invalid')),
        id: z.nullable(z.int(encodeMessage('invalid')).check(z.positive(encodeMessage('invalid')))),
        title: z.nullable(z.string(encodeMessage('invalid'))),
      },
      encodeMessage('invalid'),
    ),
  toText: (wire) => {
    const one = wire as AnyRecordReference | null;
    return one ? (one.title ?? (one.id === null ? '' : `#${one.id}`)) : '';
  },
};
