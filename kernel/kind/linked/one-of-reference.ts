import * as z from 'zod/mini';
import type { ReferenceReach } from '../../declaration/reference-reach-own-area-or-all.ts';
import { type Locale, type Text, text } from '../../text/text.ts';
import { encodeMessage } from '../../text/validation-messages.ts';
import type { Kind } from '../field-kind-type-and-shared-conversions.ts';

export interface OneOfOptions<T extends string = string> {
  /** The resources that it may point at, by name, each with the label of its rows. */
  to: Readonly<Record<T, Text>>;
  /** Whether the page of the referenced row lists the referring rows. Default: true. */
  related?: boolean;
  /** The rows that it may point at. Default: those that the caller may see (`own`). */
  reach?: ReferenceReach;
}

/** The name of a resource with the key of a row: `travel/guide:12`. */
export type RowReference<T extends string = string> = `${T}:${number}`;

export const formatRowReference = <T extends string>(resource: T, id: number): RowReference<T> => `${resource}:${id}`;

/** Parses `travel/guide:12` into resource and key. Undefined: the value has another form. */
export function parseRowReference(value: unknown): { to: string; id: number } | undefined {
  const [, to, id] = (typeof value === 'string' && /^([a-z]\w*\/[a-z]\w*):([1-9]\d{0,14})$/i.exec(value)) || [];
  return to === undefined ? undefined : { to, id: Number(id) };
}

/** What a row on the wire contains about the referenced row. */
export interface RelatedRow {
  readonly type: string;
  readonly id: number;
  readonly title: string | null;
}

/** The field's label for rows of a resource. */
const wordOf = ({ to }: OneOfOptions, resource: string, locale: Locale): string =>
  Object.hasOwn(to, resource) ? (to[resource] as Text)[locale] : resource;

/**
 * One row of one of several resources: a complaint is against an enterprise, a guide or a vehicle. One column holds
 * resource and key (docs/decisions/writing.md). On the wire the row also contains `{type, id, title}`.
 */
export const oneOfKind: Kind<RowReference, OneOfOptions> = {
  name: 'oneOf',
  column: 'text',
  cell: 'oneOf',
  pressed: true,
  input: 'oneOf',
  operators: ['=', '<>', 'IN', 'NOT IN', 'LIKE', 'NOT LIKE', 'NULL', 'NOT NULL'],
  offered: ['=', '<>', 'LIKE', 'NULL', 'NOT NULL'],
  operatorLabels: { LIKE: text('名称包含', 'name contains') },
  sorts: true,
  width: 200,
  apart: true,
  comparison: 'row',
  example: ({ to }) => `${Object.keys(to)[0]}:1`,
  note: text(
    '“业务:编号”；只写业务可筛选其全部记录，LIKE 按所指记录的名称筛选',
    'resource:key; as a filter the resource alone stands for all its rows, and LIKE asks for the name of the row',
  ),
  sheetHint: ({ to }) => {
    const [first = text('', '')] = Object.values(to);
    return text(`${first['zh-cn']}：名称或编号`, `${first.en}: name or ID`);
  },
  targets: ({ to }) => Object.keys(to).map((resource) => ({ resource, key: 'id', carried: true })),
  readFilter: (written) => (/^[a-z]\w*\/[a-z]\w*(?::[1-9]\d{0,14})?$/i.test(written) ? written : undefined),
  toText: (wire, options, locale, related) => {
    const { type, id, title } = (related ?? {}) as Partial<RelatedRow>;
    if (type === undefined) return String(wire);
    return `${wordOf(options, type, locale)}${locale === 'en' ? ': ' : '：'}${title ?? id}`;
  },
  schema: ({ to }) =>
    z.string(encodeMessage('invalid_option')).check(
      z.refine((value) => {
        const row = parseRowReference(value);
        return row !== undefined && Object.hasOwn(to, row.to);
      }, encodeMessage('invalid_option')),
    ) as unknown as z.ZodMiniType<RowReference>,
};

/**
 * Parses a spreadsheet cell such as `企业：昆明某旅行社` into the resource and the name or key of the row. Undefined: it names
 * none of the resources.
 */
export function parseRowReferenceCell(cell: string, { to }: OneOfOptions): { to: string; word: string } | undefined {
  const [, kind = '', word = ''] = /^([^:：]+)[:：]\s*(.+)$/s.exec(cell.trim()) ?? [];
  const named = kind.trim().toLowerCase();
  const found = Object.entries(to).find(
    ([resource, label]) =>
      resource.toLowerCase() === named || Object.values(label).some((one: string) => one.toLowerCase() === named),
  );
  return found && { to: found[0], word: word.trim() };
}
