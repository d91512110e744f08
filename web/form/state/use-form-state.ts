import { type RefObject, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Fields } from '#kernel/declaration/field.ts';
import { errorsOfRefusedCall, useFormErrors } from '#web/form/state/use-form-errors.ts';
import { type FieldErrors, validateFields } from '#web/form/state/validate-form-fields-and-split-server-errors.ts';
import { currentLocale } from '#web/i18n/locale.ts';
import { showField } from './focus-field-with-error.ts';
import {
  changedValues,
  type FormMode,
  type FormValues,
  initialValues,
  isSameValue,
  valuesRestoredFromDraft,
} from './initial-changed-and-sent-form-values.ts';
import { dropFormDraft, readFormDraft, storeFormDraft } from './store-form-draft-in-browser.ts';

/** A place to go to within a form, `days.3.name`; another `turn` requests the same place again. */
interface SoughtPlace {
  readonly at: string;
  readonly turn: number;
}

export interface FormState {
  readonly id: string;
  readonly fields: Fields;
  readonly mode: FormMode;
  /** The initial values. */
  readonly initial: FormValues;
  readonly values: FormValues;
  readonly errors: FieldErrors;
  readonly dirty: boolean;
  set(name: string, value: unknown): void;
  /** Checks a field that was left with a changed value. */
  leave(name: string): void;
  /** Checks all fields, or those of a step; focuses the first error. */
  check(names?: readonly string[]): boolean;
  /** Whether all fields are valid; shows no errors. */
  isComplete(): boolean;
  /** The form was submitted with errors: they are listed until they are corrected. */
  readonly refused: boolean;
  /** The place last gone to, for inputs of many parts, such as a cell of child rows. */
  readonly sought: SoughtPlace | undefined;
  /** Scrolls to a field, or to a place within child rows (`days.3.name`), and focuses it. */
  goTo(at: string): void;
  /** Shows a server's errors at their fields. Returns those that belong to none. */
  refuse(errors: Readonly<Record<string, readonly string[]>> | undefined): readonly string[];
  /** Makes the form wait for a field, such as an upload, until the result is called. */
  hold(name: string): () => void;
  /** Begins again with other values. */
  restart(initial: FormValues, values?: FormValues): void;
  /** Takes other initial values; changed values stay. */
  rebase(initial: FormValues): void;
}

interface FormStateOptions {
  mode?: FormMode;
  /** Present values. Default: the declared initial values of a new row. */
  initial?: FormValues;
  /** Values filled in already, such as those of a draft: they count as changes. */
  values?: FormValues;
  /** Name under which a draft is stored in this window. */
  draft?: string;
  /** Fields that a refusal may name and the form does not have, for their labels. */
  others?: Fields;
}

/** The place to go to within a field, as its input gets it. */
export function placeToFocusWithin({ sought }: FormState, name: string): { readonly sought?: SoughtPlace } {
  if (!sought?.at.startsWith(`${name}.`)) return {};
  return { sought: { at: sought.at.slice(name.length + 1), turn: sought.turn } };
}

/** The place last gone to, and how to go to one. */
function useSoughtPlace(id: string) {
  const [sought, setSought] = useState<SoughtPlace>();
  const goTo = useCallback(
    (at: string) => {
      setSought((last) => ({ at, turn: (last?.turn ?? 0) + 1 }));
      // After the field is drawn, which may have been folded or on another step; a cell of a list takes the focus from there.
      requestAnimationFrame(() => requestAnimationFrame(() => showField(id, at.split('.')[0] ?? at)));
    },
    [id],
  );
  return { sought, goTo };
}

/** Stores what was changed as a draft of this window; under another name the old draft is dropped. */
function useStoredDraft(draft: string | undefined, fields: Fields, initial: FormValues, values: FormValues): void {
  const storedAs = useRef(draft);
  useEffect(() => {
    if (storedAs.current !== undefined && storedAs.current !== draft) dropFormDraft(storedAs.current);
    storedAs.current = draft;
    if (draft !== undefined) storeFormDraft(draft, fields, changedValues(initial, values));
  }, [draft, fields, initial, values]);
}

/** What was changed, as far as other initial values have the field too. */
function changedIn(next: FormValues, begun: RefObject<FormValues>, latest: RefObject<FormValues>): FormValues {
  const changed = Object.keys(changedValues(begun.current, latest.current));
  return Object.fromEntries(
    changed.filter((name) => Object.hasOwn(next, name)).map((name) => [name, latest.current[name]]),
  );
}

/** State of a form of declared fields: values, errors, and what has changed. */
export function useFormState(fields: Fields, options: FormStateOptions = {}): FormState {
  const { mode = 'add', draft, others } = options;
  const id = useId();
  const [initial, setInitial] = useState<FormValues>(() => options.initial ?? initialValues(fields));
  const [values, setValues] = useState<FormValues>(() => ({
    ...initial,
    ...options.values,
    ...(draft === undefined ? {} : valuesRestoredFromDraft(fields, initial, readFormDraft(draft, fields) ?? {})),
  }));
  const latest = useRef(values);
  const begun = useRef(initial);
  const { isPending, recheck, show, ...checks } = useFormErrors(id, fields, mode, latest, begun);
  const locale = currentLocale();
  const { sought, goTo } = useSoughtPlace(id);

  const set = useCallback(
    (name: string, value: unknown) => {
      latest.current = { ...latest.current, [name]: value };
      setValues(latest.current);
      recheck(name);
    },
    [recheck],
  );

  const isComplete = () =>
    Object.keys(validateFields(fields, values, { locale, mode, initial: begun.current })).length === 0;

  const refuse = useCallback(
    (answered: Readonly<Record<string, readonly string[]>> | undefined) => {
      const [found, rest] = errorsOfRefusedCall(fields, answered, others, locale);
      show(found);
      return rest;
    },
    [fields, others, locale, show],
  );

  const restart = useCallback(
    (next: FormValues, filled?: FormValues) => {
      begun.current = next;
      latest.current = { ...next, ...filled };
      setInitial(next);
      setValues(latest.current);
      show({});
    },
    [show],
  );
  const rebase = useCallback((next: FormValues) => restart(next, changedIn(next, begun, latest)), [restart]);

  useStoredDraft(draft, fields, initial, values);
  const changed = useMemo(
    () => Object.keys(values).some((name) => !isSameValue(values[name], initial[name])),
    [values, initial],
  );

  return {
    ...checks,
    id,
    fields,
    mode,
    initial,
    values,
    dirty: changed || isPending,
    set,
    isComplete,
    refuse,
    sought,
    goTo,
    restart,
    rebase,
  };
}
