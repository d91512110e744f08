import type { ComponentType } from 'react';
import type { AnyField, Fields } from '#kernel/declaration/field.ts';
import { kindOf } from '#kernel/field/field.ts';
import { isList } from '#kernel/kind/linked/rows.ts';
import type { WireRow } from '#web/resource/wire-row.ts';

/** What every input of a declared field is given. Values are in wire form. */
export interface InputProps {
  /** Of the element that takes the keyboard; the label points at it. */
  readonly id: string;
  readonly name: string;
  readonly field: AnyField;
  readonly value: unknown;
  onChange(value: unknown): void;
  onBlur?(): void;
  readonly invalid?: boolean;
  /** What is wrong inside a value of many parts, by place within it: `3.name`. */
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  /** Ids of the hint and the error below. */
  readonly describedBy?: string;
  readonly disabled?: boolean;
  /** In a form: whether it asks only for what is to change, and an empty input tells nothing; elsewhere not told. */
  readonly changesOnly?: boolean;
  /** Draws the inputs of its parts, for a value that has fields of its own. */
  readonly inside?: ComponentType<InputProps>;
  /** Name of the resource whose form or move it stands in: a reference may reach further than one sees. */
  readonly of?: string;
  /** The row being edited: carries the words of references and areas. */
  readonly row?: WireRow;
  /** What the other fields of the form hold now: a map opens at the area chosen beside it. */
  readonly values?: Readonly<Record<string, unknown>>;
  /** The fields of its form that can be written, and how another of them is: a spot on the map fills the address. */
  readonly siblings?: { readonly fields: Fields; set(name: string, value: unknown): void };
  readonly placeholder?: string;
  /** The place within a value of many parts that somebody wants to go to, `3.name`; the same place again is another turn. */
  readonly sought?: { readonly at: string; readonly turn: number };
}

/** Attributes by which a control tells what it is and whether something is wrong with it. */
export const controlProps = ({ id, invalid, describedBy, disabled, onBlur }: InputProps) => ({
  id,
  'aria-invalid': invalid || undefined,
  'aria-describedby': describedBy,
  disabled,
  onBlur,
  ...(invalid ? { status: 'error' as const } : {}),
});

/** Whether an input takes no more room than a cell of a table: it stands in one, or beside another. */
export function fitsInCell(field: AnyField): boolean {
  const { typed, chosen } = kindOf(field);
  return !isList(field) && (typed === 'line' || chosen !== undefined);
}

/** A switch that is refused while it is off: a promise is ticked, not switched. */
export const isPromise = (field: AnyField): boolean => field.options.confirms === true;
