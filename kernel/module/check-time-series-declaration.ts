import type { AnyField, Fields } from '../declaration/field.ts';
import { refersToRowOrFile } from '../field/field.ts';
import { refusePermissionNodesOfFields } from '../resource/declaration-visible-to-caller.ts';

/** Names that values cannot have, because calls use them for something else. */
const reservedNames: ReadonlySet<string> = new Set([
  'of',
  'source',
  'at',
  'before',
  'from',
  'until',
  'by',
  'limit',
  'count',
]);

interface Declared {
  readonly name: string;
  readonly values: Fields;
  readonly retention: { readonly days: number };
  readonly late: { readonly days: number };
}

/**
 * Throws if the declaration of a time series is invalid, or if its readings have values that readings cannot contain.
 */
export function checkTimeSeriesDeclaration({ name, values, retention, late }: Declared): void {
  if (!/^[a-z]\w*\/[a-z]\w*$/i.test(name)) throw new Error(`series ${name}: module/series expected`);
  if (!(retention.days > 0 && late.days >= 0 && late.days < retention.days))
    throw new Error(`series ${name}: retention of ${retention.days} days and lateness of ${late.days} days`);
  if (Object.keys(values).length === 0) throw new Error(`series ${name}: a reading needs a value`);
  for (const [value, field] of Object.entries<AnyField>(values)) {
    const at = `${name}.${value}`;
    if (!/^[a-z][a-z\d_]*$/.test(value) || reservedNames.has(value))
      throw new Error(`${at}: the name ${value} is reserved or invalid`);
    if (refersToRowOrFile(field)) throw new Error(`${at}: a reading can hold neither rows nor files`);
    if (field.privacy)
      throw new Error(`${at}: a reading cannot hold personal data, because access to it would not be recorded`);
    if (field.search || field.unique || field.through)
      throw new Error(`${at}: a reading can be neither searched, unique nor read through a parent`);
  }
  refusePermissionNodesOfFields(`series ${name}`, values);
}
