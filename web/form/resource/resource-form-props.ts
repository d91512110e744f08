import type { ReactNode } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { FormValues } from '#web/form/state/initial-changed-and-sent-form-values.ts';
import type { FieldInputProps } from '#web/input/control/field-input-props.ts';

export interface ResourceFormProps {
  readonly resource: AnyResource;
  /** The row to edit; without it, a new row. */
  readonly id?: number;
  /** Initial values of a new row, such as the enterprise of a licence. */
  readonly preset?: FormValues;
  /** Another row is edited after this one. */
  readonly hasNext?: boolean;
  readonly inputs?: Readonly<Record<string, (props: FieldInputProps) => ReactNode>>;
  onDone(result: { id?: number }): void;
  onCancel?(): void;
  /** Called when the form becomes dirty or clean, so that its container can confirm before closing it. */
  onDirty?(dirty: boolean): void;
}
