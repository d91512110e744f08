import type { ComponentType } from 'react';
import type { AnyResource } from '#kernel/resource.ts';
import type { Text } from '#kernel/text.ts';
import type { WireRow } from '#web/resource/wire-row.ts';

/** Something of its own a module shows on the page of a record: a supervision code, a map. */
export interface RecordPanel {
  readonly name: string;
  readonly label: Text;
  /** Whether a row has it; every row unless told. */
  readonly isShown?: (row: WireRow) => boolean;
  /** A tab of its own, or above the tabs: what one must have seen before the next move. */
  readonly at?: 'tab' | 'head';
  readonly load: () => Promise<{ default: ComponentType<RecordPanelProps> }>;
}

export interface RecordPanelProps {
  readonly resource: AnyResource;
  readonly row: WireRow;
}

const panels = new Map<string, readonly RecordPanel[]>();

/** Tells the record pages which panels modules add, by resource. The composition root calls it once. */
export function providePanels(given: Readonly<Record<string, readonly RecordPanel[]>>): void {
  panels.clear();
  for (const [name, list] of Object.entries(given)) panels.set(name.toLowerCase(), list);
}

/** Panels of a resource's records. */
export const panelsOf = (resource: AnyResource): readonly RecordPanel[] =>
  panels.get(resource.name.toLowerCase()) ?? [];
