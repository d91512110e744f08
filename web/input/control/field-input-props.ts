import type { ComponentType } from 'react';
import type { AnyField, Fields } from '#kernel/declaration/field.ts';
import { kindOf } from '#kernel/field/field.ts';
import { isChildList } from '#kernel/kind/linked/child-rows.ts';
import type { WireRow } from '#web/resource/wire-row.ts';

/** Props of every input of a declared field. Values are in wire form. */
export interface FieldInputProps {
  /** Id of the element that takes the focus; the label refers to it. */
  readonly id: string;
  readonly name: string;
  readonly field: AnyField;
  readonly value: unknown;
  onChange(value: unknown): void;
  onBlur?(): void;
  readonly invalid?: boolean;
  /** Errors inside a value of many parts, by place: `3.name`. */
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  /** Ids of the hint and the error below. */
  readonly describedBy?: string;
  readonly disabled?: boolean;
  /** In a form: whether it requests only changes, so that an empty input is not sent. Undefined outside forms. */
  readonly changesOnly?: boolean;
  /** Component for the inputs of its parts, where the value has fields of its own. */
  readonly inside?: ComponentType<FieldInputProps>;
  /** Name of the resource of the form or move: a reference may offer more rows there than the caller sees. */
  readonly of?: string;
  /** The row being edited, with the labels of its references and areas. */
  readonly row?: WireRow;
  /** The other values of the form: a map opens at the chosen area. */
  readonly values?: Readonly<Record<string, unknown>>;
  /**
   * The fields of the form that can be written, and a function that sets one: a point on the map fills in the
   * address.
   */
  readonly siblings?: { readonly fields: Fields; set(name: string, value: unknown): void };
  readonly placeholder?: string;
  /** The place to go to within a value of many parts, `3.name`; another `turn` requests the same place again. */
  readonly sought?: { readonly at: string; readonly turn: number };
}

/** Attributes of a control: id, description, and whether it is invalid. */
export const controlProps = ({ id, invalid, describedBy, disabled, onBlur }: FieldInputProps) => ({
  id,
  'aria-invalid': invalid || undefined,
  'aria-describedby': describedBy,
  disabled,
  onBlur,
  ...(invalid ? { status: 'error' as const } : {}),
});

/** Whether an input fits in a cell of a table, or beside another. */
export function fitsInCell(field: AnyField): boolean {
  const { typed, chosen } = kindOf(field);
  return !isChildList(field) && (typed === 'line' || chosen !== undefined);
}

/** Whether a switch is a declaration to agree to, which must be on. It is drawn as a checkbox. */
export const isConfirmationField = (field: AnyField): boolean => field.options.confirms === true;
