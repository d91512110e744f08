import type { AnyResource } from '#kernel/declaration/resource.ts';
import { messageForLockedField } from '#kernel/lifecycle/fields-writable-and-row-deletable-in-state.ts';
import { locales } from '#kernel/text/text.ts';
import { isSameValue } from '#web/form/state/initial-changed-and-sent-form-values.ts';
import { translate } from '#web/i18n/locale.ts';
import { fieldValueFromText } from '#web/input/control/convert-field-value-and-text.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import { currentArea } from '#web/session/admin-or-member-area.ts';
import { isCellEditable } from '#web/table/edit/cell-edit-mode.ts';
import type { PastedCells } from '#web/table/edit/use-keyboard-to-select-edit-copy-and-paste-table-cells.ts';

/** The changes of a row by pasted cells. */
export interface PastedChange {
  readonly row: WireRow;
  readonly values: Readonly<Record<string, unknown>>;
  /** The values as pasted text. */
  readonly pasted: Readonly<Record<string, string>>;
  /** Why the row cannot be written. */
  readonly locked?: string;
}

/**
 * The changes that pasted cells make, from one cell to the right and down. A first line with column names is skipped,
 * and so are values that change nothing. Lines beyond the last row are counted. A single value is not repeated over a
 * selection.
 */
export function pastedChanges(
  resource: AnyResource,
  rows: readonly (WireRow | undefined)[],
  columns: readonly string[],
  { from, cells }: PastedCells,
): { changes: PastedChange[]; cut: number } {
  const names = (cells[0] ?? []).map((_, at) => columns[from.column + at]);
  const isHead = cells[0]?.every((cell, at) => {
    const field = resource.fields[names[at] ?? ''];
    return field && locales.some((locale) => field.label[locale] === cell.trim());
  });
  const lines = isHead ? cells.slice(1) : cells;
  const changes = lines.flatMap((line, down): PastedChange[] => {
    const row = rows[from.row + down];
    if (!row) return [];
    const values: Record<string, unknown> = {};
    const pasted: Record<string, string> = {};
    let locked: string | undefined;
    for (const [right, cell] of line.entries()) {
      const name = columns[from.column + right];
      const field = name === undefined ? undefined : resource.fields[name];
      if (name === undefined || !field) continue;
      const meant = fieldValueFromText(field, cell);
      if (isSameValue(meant, row[name])) continue;
      values[name] = meant;
      pasted[name] = cell;
      if (!isCellEditable(resource, row, name, field))
        locked ??= translate(messageForLockedField(resource, name, { actor: currentArea(), state: row.status }));
    }
    return Object.keys(values).length > 0 ? [{ row, values, pasted, ...(locked === undefined ? {} : { locked }) }] : [];
  });
  return { changes, cut: Math.max(0, from.row + lines.length - rows.length) };
}
