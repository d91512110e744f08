import type { FormValues } from './initial-changed-and-sent-form-values.ts';

/**
 * A call that says what contradicts itself in a form while it is being filled in, before it is saved. Its answer:
 * `{ list: { field, message }[] }`.
 */
export interface FormContradictionWarnings {
  /** `controller/action`, of officers and members alike. */
  readonly call: string;
  /** Its query; undefined as long as too little is filled in. */
  readonly query: (values: FormValues) => Readonly<Record<string, string | number>> | undefined;
}

export type LoadFormContradictionWarnings = () => Promise<{ default: FormContradictionWarnings }>;

let provided: Readonly<Record<string, LoadFormContradictionWarnings>> = {};

/** Registers the warnings of modules, by resource. The composition root calls it once. */
export function provideFormContradictionWarnings(given: Readonly<Record<string, LoadFormContradictionWarnings>>): void {
  provided = given;
}

export const formContradictionWarningsOf = (resource: string): LoadFormContradictionWarnings | undefined =>
  provided[resource];
