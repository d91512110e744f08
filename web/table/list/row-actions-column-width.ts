import type { AnyResource } from '#kernel/declaration/resource.ts';
import { standardActionsOf } from '#kernel/resource/permission-nodes.ts';
import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import { isActionOffered, type WireRow } from '#web/resource/wire-row.ts';
import { textWidth } from '#web/table/columns/default-column-widths-and-spreading-of-remaining-width.ts';

/** Labels in the actions column: its heading, and the buttons of a row. */
export const rowActionLabels = {
  head: text('操作', 'Actions'),
  edit: text('编辑', 'Edit'),
  // for a row on file
  amend: text('变更', 'Amend'),
  moves: text('办理', 'Process'),
};

/** In px, as in row-actions.css: padding of a button, its mark, and the gaps. */
const around = 16;
const mark = 14;
const more = 38;
const handle = 28;
/** Width until the rows are loaded. */
const usual = 112;

/** The width of the column of actions in px, for what is offered on these rows. 0: nothing is offered, as in a log. */
export function rowActionsColumnWidth(
  resource: AnyResource,
  rows: readonly (WireRow | undefined)[] | undefined,
  drags = false,
): number {
  if (!rows) return resource.life || standardActionsOf(resource).includes('edit') ? usual : 0;
  const worded = (label: keyof typeof rowActionLabels) => textWidth(translate(rowActionLabels[label])) + around;
  const some = (offers: (row: WireRow) => unknown) => rows.some((row) => row && offers(row));
  const all =
    (drags ? handle : 0) +
    (some((row) => isActionOffered(resource, row, 'edit'))
      ? Math.max(worded('edit'), resource.amendments ? worded('amend') : 0)
      : 0) +
    (some(({ _moves }) => _moves?.length) ? worded('moves') + mark : 0) +
    (some((row) => isActionOffered(resource, row, 'del')) ? more : 0);
  return all && Math.ceil(10 + Math.max(all, worded('head')));
}
