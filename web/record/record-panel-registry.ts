import type { ComponentType } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { Text } from '#kernel/text/text.ts';
import type { MoveRunner } from '#web/lifecycle/move/use-run-move-at-once-with-undo-or-by-dialog.tsx';
import type { WireRow } from '#web/resource/wire-row.ts';
import { currentArea, type SignInArea } from '#web/session/admin-or-member-area.ts';

/** A panel that a module adds to records: a supervision code, a map. */
export interface RecordPanel {
  readonly name: string;
  readonly label: Text;
  /** Whether a row has it. Default: every row. */
  readonly isShown?: (row: WireRow) => boolean;
  /** The area whose pages have it. Default: officers. */
  readonly side?: SignInArea | 'both';
  /**
   * `tab`: a tab of its own; `head`: above the tabs, for what has to be seen before the next move, without room for a panel
   * that renders `HiddenMarkerOfEmptyRecordPanel`; `standing`: in place of state, moves and form, where these need their own
   * presentation.
   */
  readonly at?: 'tab' | 'head' | 'standing';
  /** Fields that it shows, so that the details leave them out. */
  readonly shows?: readonly string[];
  readonly load: () => Promise<{ default: ComponentType<RecordPanelProps> }>;
}

export interface RecordPanelProps {
  readonly resource: AnyResource;
  readonly row: WireRow;
  readonly moves: MoveRunner;
  /** Called when a form in the panel opens or closes: meanwhile the rest of the record is hidden. */
  onForm(open: boolean): void;
  /**
   * Called when the panel has unsaved changes or none any more: meanwhile no move is made, and leaving asks first.
   */
  onDirty(dirty: boolean): void;
}

const panels = new Map<string, readonly RecordPanel[]>();

/** Registers the panels of modules by resource. The composition root calls it once. */
export function provideRecordPanels(given: Readonly<Record<string, readonly RecordPanel[]>>): void {
  panels.clear();
  for (const [name, list] of Object.entries(given)) panels.set(name.toLowerCase(), list);
}

/** The panels of a resource in the present area. */
export const recordPanelsOf = (resource: AnyResource): readonly RecordPanel[] =>
  (panels.get(resource.name.toLowerCase()) ?? []).filter(
    ({ side = 'admin' }) => side === 'both' || side === currentArea(),
  );

/** The fields of a row that panels show, in place of its details. */
export const fieldsShownInPanels = (resource: AnyResource, row: WireRow): ReadonlySet<string> =>
  new Set(recordPanelsOf(resource).flatMap(({ isShown, shows = [] }) => ((isShown?.(row) ?? true) ? shows : [])));

/** Whether a panel takes the place of state, moves and form (`at: 'standing'`), whether or not it edits the record. */
export const hasPanelReplacingStateAndForm = (resource: AnyResource): boolean =>
  recordPanelsOf(resource).some(({ at }) => at === 'standing');
