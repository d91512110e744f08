import type { AnyResource } from '#kernel/declaration/resource.ts';
import { fieldOfHeadingPart } from '#kernel/field/check-row-heading-declaration.ts';
import { amendmentRulesInState } from '#kernel/lifecycle/fields-opened-by-amendment-rules.ts';
import { relationNameOf } from '#kernel/resource/table-and-controller-names.ts';
import { titleFieldInLanguage } from '#kernel/resource/title-field-in-each-language.ts';
import type { Text } from '#kernel/text/text.ts';
import type { AddedRowProperties } from '#kernel/wire/response-envelope-refusal-list-page-and-row-property-types.ts';
import { currentLocale, translate } from '#web/i18n/locale.ts';
import { can } from '#web/session/session.ts';

/** A row on the wire. */
export interface WireRow extends AddedRowProperties {
  id: number;
  version?: number;
  status?: string;
  due_at?: number | null;
  due_unit?: string | null;
  children?: WireRow[];
  [field: string]: unknown;
}

/** English title of a row on an English page, where it has one. */
export function englishTitleOf(
  { titleEnglish }: Pick<AnyResource, 'titleEnglish'>,
  row: Readonly<Record<string, unknown>>,
): string | undefined {
  const english = titleEnglish !== undefined && currentLocale() === 'en' ? row[titleEnglish] : undefined;
  return typeof english === 'string' && english !== '' ? english : undefined;
}

/** Title of a row: its heading, the title field (the label of an option), else its number. */
export function titleOf(resource: AnyResource, row: WireRow): string {
  if (typeof row._heading === 'string' && row._heading !== '') return row._heading;
  const name = titleFieldInLanguage(resource, row, currentLocale());
  const value = row[name];
  if (typeof value !== 'string' || value === '') return `#${row.id}`;
  const options = resource.fields[name]?.options.options as Readonly<Record<string, Text>> | undefined;
  const label = options && Object.hasOwn(options, value) ? options[value] : undefined;
  return label ? translate(label) : value;
}

/** Number of a row with another title, to be shown second, unless its heading has it. */
export function recordNumberOf(resource: AnyResource, row: WireRow): string | undefined {
  const number = row[resource.title];
  const isApart = resource.heading?.every((part) => fieldOfHeadingPart(part) !== resource.title);
  return isApart && typeof number === 'string' && number !== '' && number !== titleOf(resource, row)
    ? number
    : undefined;
}

/** The related object that comes with a reference or an area. */
export function relationObject(row: WireRow | undefined, name: string): Readonly<Record<string, unknown>> | undefined {
  const related = row?.[relationNameOf(name)];
  return typeof related === 'object' && related !== null && !Array.isArray(related)
    ? (related as Record<string, unknown>)
    : undefined;
}

/**
 * Whether an action is offered on a row: by the server's answer, else by the permission node. The rule itself is
 * never computed here.
 */
export function isActionOffered(
  resource: AnyResource,
  row: WireRow,
  action: 'edit' | 'del' | 'reveal' | 'assign',
): boolean {
  return row._actions ? row._actions.includes(action) : can(`${resource.name}/${action}`);
}

/** Whether a row can be edited field by field; rows on file are amended as a whole. */
export const isEditableInPlace = (resource: AnyResource, row: WireRow): boolean =>
  isActionOffered(resource, row, 'edit') && amendmentRulesInState(resource, row.status) === undefined;

/** Label of the edit action in the state of a row. */
export const editLabel = (resource: AnyResource, row: WireRow, usual: Text): Text =>
  amendmentRulesInState(resource, row.status)?.label ?? usual;
