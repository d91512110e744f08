import type { ComponentType } from 'react';
import type { AnyField } from '#kernel/declaration/field.ts';
import type { FieldInputProps } from '#web/input/control/field-input-props.ts';
import type { ChildRow } from '#web/resource/child-rows-in-form.ts';
import type { CellPosition } from './copy-and-clear-cell-range.ts';

export interface ChildRowsGridProps {
  readonly id: string;
  readonly label: string;
  readonly columns: readonly (readonly [string, AnyField])[];
  readonly rows: readonly ChildRow[];
  readonly at: CellPosition;
  /** Errors by place within the list: `3.name`. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  readonly describedBy?: string | undefined;
  readonly disabled: boolean;
  readonly inside: ComponentType<FieldInputProps>;
  /** Name of the resource of the rows. */
  readonly of: string;
  onPlace(at: CellPosition): void;
  /** Successive changes with the same name are one undo step. */
  onRows(rows: readonly ChildRow[], step?: string): void;
  onUndo(): void;
  onRedo(): void;
  /** Pastes from a cell to the right and down. */
  onPaste(from: CellPosition, cells: string[][]): void;
  /** Adds a row at the end. */
  onAdd(): void;
  /** Adds a row below the current one. */
  onInsert(): void;
  onDelete(): void;
}
