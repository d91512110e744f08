import type { FormValues } from './initial-changed-and-sent-form-values.ts';

/**
 * A call that says what contradicts itself in a form while it is being filled in, before it is saved. Its answer:
 * `{ list: { field, message }[] }`.
 */
export interface FormWarnings {
  /** `controller/action`, of officers and members alike. */
  readonly call: string;
  /** Its query; undefined as long as too little is filled in. */
  readonly query: (values: FormValues) => Readonly<Record<string, string | number>> | undefined;
}

export type LoadFormWarnings = () => Promise<{ default: FormWarnings }>;

let provided: Readonly<Record<string, LoadFormWarnings>> = {};

/** Registers the warnings of modules, by resource. The composition root calls it once. */
export function provideFormWarnings(given: Readonly<Record<string, LoadFormWarnings>>): void {
  provided = given;
}

export const formWarningsOf = (resource: string): LoadFormWarnings | undefined => provided[resource];
