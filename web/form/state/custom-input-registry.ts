import type { ComponentType } from 'react';
import type { Fields } from '#kernel/declaration/field.ts';
import type { FieldErrors } from '#web/form/state/validate-form-fields-and-split-server-errors.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import type { FormValues } from './initial-changed-and-sent-form-values.ts';

/**
 * An input that a module provides for one field of a form, or for several that belong together, such as the days of
 * an itinerary with their stops. Its values are those of the form, with draft, guard and errors.
 */
export interface CustomInput {
  /** The fields that it replaces, at the place of the first. It is used if the form has all of them, */
  readonly fields: readonly [string, ...string[]];
  /** or, with `partly`, at least one of them. */
  readonly partly?: true;
  /** Needs more room than a column of fields. */
  readonly wide?: true;
  readonly load: () => Promise<{ default: ComponentType<CustomInputProps> }>;
}

export interface CustomInputProps {
  /** Id of the element that takes the focus; labels and errors refer to it. */
  readonly id: string;
  /** The fields it replaces. */
  readonly fields: Fields;
  /** All present values of the form. */
  readonly values: FormValues;
  /** Errors within each of its fields, by place: `3.arrive`. */
  readonly errors: Readonly<Record<string, FieldErrors>>;
  readonly describedBy?: string;
  readonly disabled: boolean;
  /** The place to go to within its fields, `stops.3.arrive`; another `turn` requests the same place again. */
  readonly sought?: { readonly at: string; readonly turn: number };
  /** The row being edited. */
  readonly row?: WireRow;
  /** Sets values of the form, of its own fields or of others that follow from them. */
  put(values: FormValues): void;
}

const brought = new Map<string, readonly CustomInput[]>();

/** Registers the inputs of modules by resource. The composition root calls it once. */
export function provideCustomInputs(given: Readonly<Record<string, readonly CustomInput[]>>): void {
  brought.clear();
  for (const [name, inputs] of Object.entries(given)) brought.set(name.toLowerCase(), inputs);
}

/** The custom inputs of a form, as far as it has their fields. */
export const customInputsOf = (resource: string | undefined, submitted: Fields): readonly CustomInput[] =>
  (brought.get(resource?.toLowerCase() ?? '') ?? []).filter(({ fields, partly }) => {
    const isSubmitted = (name: string) => Object.hasOwn(submitted, name);
    return partly ? fields.some(isSubmitted) : fields.every(isSubmitted);
  });

/** Whether a form needs more room than a column of fields. */
export const needsWideForm = (inputs: readonly CustomInput[]): boolean => inputs.some(({ wide }) => wide);

/** The parts of a form in order: fields, and custom inputs in place of several. */
export function formPartsInOrder(names: readonly string[], inputs: readonly CustomInput[]): (string | CustomInput)[] {
  const parts: (string | CustomInput)[] = [];
  for (const name of names) {
    const own = inputs.find(({ fields }) => fields.includes(name));
    if (!own) parts.push(name);
    else if (!parts.includes(own)) parts.push(own);
  }
  return parts;
}
