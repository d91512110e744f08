import type { ComponentType } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { Text } from '#kernel/text/text.ts';
import type { Moves } from '#web/lifecycle/move/use-moves.tsx';
import type { WireRow } from '#web/resource/wire-row.ts';
import { type Area, currentArea } from '#web/session/area.ts';

/** Something of its own a module shows on the page of a record: a supervision code, a map. */
export interface RecordPanel {
  readonly name: string;
  readonly label: Text;
  /** Whether a row has it; every row unless told. */
  readonly isShown?: (row: WireRow) => boolean;
  /** Whose pages have it; officers' unless told. */
  readonly side?: Area | 'both';
  /**
   * A tab of its own; or above the tabs, what one must have seen before the next move; or in place of the state, its
   * moves and the form, where these need words of their own.
   */
  readonly at?: 'tab' | 'head' | 'standing';
  readonly load: () => Promise<{ default: ComponentType<RecordPanelProps> }>;
}

export interface RecordPanelProps {
  readonly resource: AnyResource;
  readonly row: WireRow;
  readonly moves: Moves;
  /** A form stands open in the panel, or no more: meanwhile nothing else of the record is shown. */
  onForm(open: boolean): void;
  /** Something in the panel is unsaved, or no more: meanwhile no move is made, and leaving is asked about. */
  onDirty(dirty: boolean): void;
}

const panels = new Map<string, readonly RecordPanel[]>();

/** Tells the record pages which panels modules add, by resource. The composition root calls it once. */
export function providePanels(given: Readonly<Record<string, readonly RecordPanel[]>>): void {
  panels.clear();
  for (const [name, list] of Object.entries(given)) panels.set(name.toLowerCase(), list);
}

/** Panels of a resource's records, on the side one is on. */
export const panelsOf = (resource: AnyResource): readonly RecordPanel[] =>
  (panels.get(resource.name.toLowerCase()) ?? []).filter(
    ({ side = 'admin' }) => side === 'both' || side === currentArea(),
  );

/** Whether a record is edited on its page, in words of its own, and not in the form of all. */
export const hasOwnForm = (resource: AnyResource): boolean => panelsOf(resource).some(({ at }) => at === 'standing');
