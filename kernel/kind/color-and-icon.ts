import * as z from 'zod/mini';
import { encodeMessage } from '../text/validation-messages.ts';
import { toClientIconName } from '../wire/convert-own-and-client-icon-names.ts';
import type { Kind } from './field-kind-type-and-shared-conversions.ts';

/** A colour, `#rrggbb` or `#rrggbbaa`. */
export const colorKind: Kind<string, object> = {
  name: 'color',
  column: 'text',
  cell: 'color',
  input: 'color',
  operators: ['=', 'NULL', 'NOT NULL'],
  sorts: false,
  width: 90,
  example: () => '#2f7a6d',
  schema: () =>
    z
      .string(encodeMessage('invalid_color'))
      .check(z.regex(/^#([\da-f]{3}|[\da-f]{6}|[\da-f]{8})$/i, encodeMessage('invalid_color'))),
};

/** The name of an icon, which BuildAdmin clients can draw too. */
export const iconKind: Kind<string, object> = {
  name: 'icon',
  column: 'text',
  cell: 'icon',
  input: 'icon',
  operators: ['='],
  sorts: false,
  width: 70,
  filterAs: 'text',
  example: () => toClientIconName('bank'),
  schema: () =>
    z
      .string(encodeMessage('invalid'))
      .check(z.regex(/^[\w :-]{0,50}$/, encodeMessage('invalid')), z.overwrite(toClientIconName)),
};
