import type { ComponentType } from 'react';
import type { Fields } from '#kernel/declaration/field.ts';
import type { FormValues } from '#web/form/state/form-values.ts';
import type { FieldErrors } from '#web/form/state/validate-fields.ts';
import type { WireRow } from '#web/resource/wire-row.ts';

/**
 * An input of its own that a module brings for one field of a form, or for several that only make sense together: the
 * days of an itinerary with the stops on them. What it takes stays a value of the form, with draft, guard and errors.
 */
export interface CustomInput {
  /** What it is drawn for, at the place of the first of them; only where the form takes all of them, */
  readonly fields: readonly [string, ...string[]];
  /** unless it serves for any of them. */
  readonly partly?: true;
  /** More room than a column of fields has. */
  readonly wide?: true;
  readonly load: () => Promise<{ default: ComponentType<CustomInputProps> }>;
}

export interface CustomInputProps {
  /** Of the element that takes the keyboard; labels and errors are named after it. */
  readonly id: string;
  /** The fields it is drawn for. */
  readonly fields: Fields;
  /** All that the form holds now. */
  readonly values: FormValues;
  /** What is wrong within each of its fields, by place within it: `3.arrive`. */
  readonly errors: Readonly<Record<string, FieldErrors>>;
  readonly describedBy?: string;
  readonly disabled: boolean;
  /** The place within its fields that somebody wants to go to, `stops.3.arrive`; the same place again is another turn. */
  readonly sought?: { readonly at: string; readonly turn: number };
  /** The row being edited. */
  readonly row?: WireRow;
  /** Puts values into the form, of its own fields or of others that follow from them. */
  put(values: FormValues): void;
}

const brought = new Map<string, readonly CustomInput[]>();

/** Tells the forms which inputs modules bring, by resource. The composition root calls it once. */
export function provideCustomInputs(given: Readonly<Record<string, readonly CustomInput[]>>): void {
  brought.clear();
  for (const [name, inputs] of Object.entries(given)) brought.set(name.toLowerCase(), inputs);
}

/** The inputs modules bring for a form of a resource, as far as it takes what they are drawn for. */
export const customInputsOf = (resource: string | undefined, submitted: Fields): readonly CustomInput[] =>
  (brought.get(resource?.toLowerCase() ?? '') ?? []).filter(({ fields, partly }) => {
    const isSubmitted = (name: string) => Object.hasOwn(submitted, name);
    return partly ? fields.some(isSubmitted) : fields.every(isSubmitted);
  });

/** Whether a form wants more room than a column of fields has. */
export const isWide = (inputs: readonly CustomInput[]): boolean => inputs.some(({ wide }) => wide);

/** What is drawn in place of some fields of a form, in their order: a field, or the input that stands for several. */
export function drawnParts(names: readonly string[], inputs: readonly CustomInput[]): (string | CustomInput)[] {
  const parts: (string | CustomInput)[] = [];
  for (const name of names) {
    const own = inputs.find(({ fields }) => fields.includes(name));
    if (!own) parts.push(name);
    else if (!parts.includes(own)) parts.push(own);
  }
  return parts;
}
