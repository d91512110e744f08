import type { ComponentType } from 'react';
import type { AnyField } from '#kernel/declaration/field.ts';
import type { WireRow } from '#web/resource/wire-row.ts';

export interface ChildRowsCellProps {
  readonly name: string;
  readonly field: AnyField;
  readonly row: WireRow;
  /** Component that shows the values of a row. */
  readonly inside: ComponentType<{ name: string; field: AnyField; row: WireRow; roomy?: boolean }>;
}
