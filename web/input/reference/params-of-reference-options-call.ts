import type { AnyField } from '#kernel/declaration/field.ts';
import { inForceDateFieldOfCitation, isCitationField } from '#kernel/version/fields-citing-published-version-of-row.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import { currentArea } from '#web/session/admin-or-member-area.ts';

/**
 * The `of` parameter of an options call: the reference that is chosen for. Officers choose among the rows they see
 * unless the reference says otherwise; for members the options depend on it.
 */
export const referenceFieldParamOfOptionsCall = (
  field: AnyField,
  name: string,
  of: string | undefined,
): { of?: string } =>
  of && (currentArea() === 'member' || field.options.reach || field.options.among || isCitationField(field))
    ? { of: `${of}.${name}` }
    : {};

interface OptionsSearch {
  search?: readonly { field: string; operator: string; val: string }[];
}

/** The conditions on the options of a reference that depend on the row that is moved (`ofRow`, `alikeIn`). */
export function searchParamForRowOfLifecycleMove(field: AnyField, row: WireRow | undefined): OptionsSearch {
  const { ofRow, alikeIn } = field.options;
  if (!row) return {};
  if (typeof ofRow === 'string') return { search: [{ field: ofRow, operator: '=', val: String(row.id) }] };
  if (typeof alikeIn !== 'string' || row[alikeIn] === null || row[alikeIn] === undefined) return {};
  return {
    search: [
      { field: alikeIn, operator: '=', val: String(row[alikeIn]) },
      { field: 'id', operator: '<>', val: String(row.id) },
    ],
  };
}

/** The `on` parameter: of a citation, the day in the form on which the cited version must be in force. */
export function citationDayParamOfOptionsCall(
  field: AnyField,
  values: Readonly<Record<string, unknown>> = {},
): { on?: string } {
  const day = values[inForceDateFieldOfCitation(field) ?? ''];
  return typeof day === 'string' && day !== '' ? { on: day } : {};
}
