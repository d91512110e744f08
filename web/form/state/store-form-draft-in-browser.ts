import type { Fields } from '#kernel/declaration/field.ts';
import { currentArea } from '#web/session/admin-or-member-area.ts';
import { accountOfWindow } from '#web/session/clear-window-data-when-account-changes.ts';
import { readJson, removeKey, writeJson } from '#web/session/json-storage-with-memory-fallback.ts';
import { type FormValues, valuesStoredInDraft } from './initial-changed-and-sent-form-values.ts';

/** Drafts are stored per account: they outlast signing in again, and nobody else sees them. */
const keyOf = (name: string) => `draft:${currentArea()}:${accountOfWindow(currentArea())}:${name}`;

/** The draft of a form in this window; `name` identifies the form. */
export function readFormDraft(name: string, fields: Fields): FormValues | undefined {
  const stored = readJson<FormValues>(sessionStorage, keyOf(name));
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return undefined;
  const values = valuesStoredInDraft(fields, stored);
  return Object.keys(values).length > 0 ? values : undefined;
}

/** Stores a draft without personal data; without values it is removed. */
export function storeFormDraft(name: string, fields: Fields, values: FormValues): void {
  const stored = valuesStoredInDraft(fields, values);
  if (Object.keys(stored).length > 0) writeJson(sessionStorage, keyOf(name), stored);
  else removeKey(sessionStorage, keyOf(name));
}

export const dropFormDraft = (name: string): void => removeKey(sessionStorage, keyOf(name));
