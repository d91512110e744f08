import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Fields } from '#kernel/declaration/field.ts';
import { isList } from '#kernel/kind/linked/rows.ts';
import { text } from '#kernel/text/text.ts';
import { focusFirstField } from '#web/feedback/first-field.ts';
import { afterPress } from '#web/form/after-press.ts';
import { checkField, checkFields, type FieldErrors, sortErrors } from '#web/form/check.ts';
import { checkRows, errorsWithin, withRowErrors } from '#web/form/check-rows.ts';
import { dropDraft, readDraft, storeDraft } from '#web/form/draft.ts';
import {
  changedValues,
  type FormMode,
  type FormValues,
  initialValues,
  isSameValue,
  restoredValues,
} from '#web/form/form-values.ts';
import { currentLocale } from '#web/i18n/locale.ts';

const texts = {
  underWay: text('文件还在上传，请待上传完成', 'Files are still uploading. Wait until they finish'),
};

/** Where somebody wants to go within a form: `days.3.name`; the same place again is another turn. */
export interface SoughtPlace {
  readonly at: string;
  readonly turn: number;
}

export interface FieldFormState {
  readonly id: string;
  readonly fields: Fields;
  readonly mode: FormMode;
  /** What the form began with. */
  readonly initial: FormValues;
  readonly values: FormValues;
  readonly errors: FieldErrors;
  readonly dirty: boolean;
  set(name: string, value: unknown): void;
  /** Checks a field once it was left with another value. */
  leave(name: string): void;
  /** Checks everything, or some fields (a step); puts the keyboard on the first error. */
  check(names?: readonly string[]): boolean;
  /** Whether everything is as it should be, without a word about what is not. */
  isComplete(): boolean;
  /** It was tried to hand it in, and not everything is as it should be: what is wrong stands as a list until then. */
  readonly refused: boolean;
  /** The place last gone to, for inputs of many parts: the cell of a list. */
  readonly sought: SoughtPlace | undefined;
  /** Scrolls to a field, or to a place within a list of rows (`days.3.name`), and puts the keyboard there. */
  goTo(at: string): void;
  /** Puts a server's refusal at its fields; what belongs to none comes back. */
  refuse(errors: Readonly<Record<string, readonly string[]>> | undefined): readonly string[];
  /** Something of a field is on its way, and the form waits for it, until what comes back is called. */
  hold(name: string): () => void;
  /** Begins anew with other values. */
  restart(initial: FormValues, values?: FormValues): void;
  /** Takes what was read anew for its beginning; what was typed stays over it. */
  rebase(initial: FormValues): void;
}

export interface FieldFormOptions {
  mode?: FormMode;
  /** Present values; declared initial values of a new row when left out. */
  initial?: FormValues;
  /** Values put in already, such as those of a draft: they count as changes. */
  values?: FormValues;
  /** Under this name what is typed waits in the window until it is sent. */
  draft?: string;
  /** What may be refused and is not in it, to be called by its name. */
  others?: Fields;
}

/** Id of the control of a field in a form. */
export const controlId = (form: string, name: string): string => `${form}-${name}`;

/** The place within a field that somebody wants to go to, as its input is told it. */
export function soughtIn({ sought }: FieldFormState, name: string): { readonly sought?: SoughtPlace } {
  if (!sought?.at.startsWith(`${name}.`)) return {};
  return { sought: { at: sought.at.slice(name.length + 1), turn: sought.turn } };
}

/** Puts the keyboard on the first of some fields, and it into view. */
function focusFirst(form: string, fields: Fields, errors: FieldErrors): void {
  const name = Object.keys(fields).find((one) => errors[one]);
  if (name === undefined) return;
  const held = document.activeElement;
  // After the errors are drawn: the line of the message moves what stands below.
  requestAnimationFrame(() => {
    // On a busy machine the next frame is late: who has gone on by then is not called back, nor what they press moved.
    const now = document.activeElement;
    if (now !== held && now !== document.body && now !== null) return;
    afterPress(() => showField(form, name));
  });
}

/** Brings a field into view, out of what is folded around it, and the keyboard to it. */
function showField(form: string, name: string): void {
  const row = document.getElementById(`${controlId(form, name)}-row`);
  const control = document.getElementById(controlId(form, name));
  for (let fold = row?.closest('details'); fold; fold = fold.parentElement?.closest('details')) fold.open = true;
  const focus = () => {
    row?.scrollIntoView({ block: 'center' });
    (control ?? row)?.focus({ preventScroll: true });
    // a group takes no keyboard itself
    if (!row || row.contains(document.activeElement) || focusFirstField(row)) return;
    row.tabIndex = -1;
    row.focus({ preventScroll: true });
  };
  focus();
  const around = row?.closest('form');
  if (!row || !around?.querySelector('.ant-skeleton')) return;
  // inputs that are loaded later move what stands below them, and take the keyboard once they are there
  const coming = new MutationObserver(() => {
    if (around.querySelector('.ant-skeleton')) return;
    coming.disconnect();
    if (row.contains(document.activeElement)) focusWithin(row);
  });
  coming.observe(around, { childList: true, subtree: true });
}

/** The row of a field into view, and the keyboard from the row itself to what it takes. */
function focusWithin(row: HTMLElement): void {
  row.scrollIntoView({ block: 'center' });
  if (document.activeElement !== row) return;
  row.blur();
  if (!focusFirstField(row)) row.focus({ preventScroll: true });
}

/** State of a form of declared fields: values, errors, and what has changed. */
export function useFieldForm(fields: Fields, options: FieldFormOptions = {}): FieldFormState {
  const { mode = 'add' } = options;
  const id = useId();
  const [initial, setInitial] = useState<FormValues>(() => options.initial ?? initialValues(fields));
  const { draft } = options;
  const [values, setValues] = useState<FormValues>(() => ({
    ...initial,
    ...options.values,
    ...(draft === undefined ? {} : restoredValues(fields, initial, readDraft(draft, fields) ?? {})),
  }));
  const [errors, setErrors] = useState<FieldErrors>({});
  // Checks run in event handlers that were made before the latest keystroke was drawn.
  const latest = useRef(values);
  const begun = useRef(initial);
  const held = useRef<readonly string[]>([]);
  const [holding, setHolding] = useState(false);
  const locale = currentLocale();
  const [refused, setRefused] = useState(false);
  const [sought, setSought] = useState<SoughtPlace>();
  const others = options.others;

  const goTo = useCallback(
    (at: string) => {
      setSought((last) => ({ at, turn: (last?.turn ?? 0) + 1 }));
      // once what was folded, or stood on another step, is drawn; a cell of a list takes the keyboard from there itself
      requestAnimationFrame(() => requestAnimationFrame(() => showField(id, at.split('.')[0] ?? at)));
    },
    [id],
  );

  const set = useCallback(
    (name: string, value: unknown) => {
      latest.current = { ...latest.current, [name]: value };
      setValues(latest.current);
      setErrors((all) => {
        const field = fields[name];
        if (!all[name] || !field) return all;
        const { [name]: _old, ...rest } = all;
        if (isList(field))
          return withRowErrors(rest, name, checkRows(field, value, begun.current[name], locale), locale);
        const found = checkField(field, value, {
          locale,
          mode,
          initial: begun.current[name],
          values: latest.current,
        });
        return found.length > 0 ? { ...rest, [name]: found } : rest;
      });
    },
    [fields, locale, mode],
  );

  const leave = useCallback(
    (name: string) => {
      const field = fields[name];
      // what is as it was is nobody's mistake yet: the form was opened, or passed through, and says so when it is sent
      if (isSameValue(latest.current[name], begun.current[name])) return;
      // the cells of a list say themselves what is wrong, once the form is sent
      if (!field || isList(field)) return;
      const found = checkField(field, latest.current[name], {
        locale,
        mode,
        initial: begun.current[name],
        values: latest.current,
      });
      // what was said of a field by others (a refusal, another field) is taken back where it is changed, not where it is left
      if (found.length > 0) setErrors((all) => ({ ...all, [name]: found }));
    },
    [fields, locale, mode],
  );

  const check = useCallback(
    (names?: readonly string[]) => {
      const checkedFields = names
        ? Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)))
        : fields;
      let found = checkFields(checkedFields, latest.current, { locale, mode, initial: begun.current });
      for (const [name, field] of Object.entries(checkedFields))
        if (isList(field) && !found[name])
          found = withRowErrors(
            found,
            name,
            checkRows(field, latest.current[name], begun.current[name], locale),
            locale,
          );
      // said before anything else of that field: what is missing is about to come
      for (const name of held.current) if (checkedFields[name]) found = { ...found, [name]: [texts.underWay[locale]] };
      setErrors(found);
      setRefused(Object.keys(found).length > 0);
      focusFirst(id, checkedFields, found);
      return Object.keys(found).length === 0;
    },
    [fields, id, locale, mode],
  );

  const isComplete = () =>
    Object.keys(checkFields(fields, values, { locale, mode, initial: begun.current })).length === 0;

  const refuse = useCallback(
    (errors: Readonly<Record<string, readonly string[]>> | undefined) => {
      const sorted = sortErrors(fields, errors, others);
      const found = Object.entries(fields)
        .filter(([, field]) => isList(field))
        .map(([name]) => [name, errorsWithin(errors ?? {}, name)] as const)
        .filter(([, within]) => Object.keys(within).length > 0)
        .reduce<FieldErrors>((all, [name, within]) => withRowErrors(all, name, within, locale), sorted.errors);
      setErrors(found);
      setRefused(Object.keys(found).length > 0);
      focusFirst(id, fields, found);
      return sorted.others;
    },
    [fields, id, locale, others],
  );

  const hold = useCallback(
    (name: string) => {
      const setHeld = (names: readonly string[]) => {
        held.current = names;
        setHolding(names.length > 0);
      };
      setHeld([...held.current, name]);
      return () => {
        const place = held.current.indexOf(name);
        setHeld(held.current.filter((_one, at) => at !== place));
        setErrors((all) => {
          if (held.current.includes(name) || all[name]?.[0] !== texts.underWay[locale]) return all;
          const { [name]: _underWay, ...rest } = all;
          return rest;
        });
      };
    },
    [locale],
  );

  const restart = useCallback((next: FormValues, filled?: FormValues) => {
    begun.current = next;
    latest.current = { ...next, ...filled };
    setInitial(next);
    setValues(latest.current);
    setErrors({});
    setRefused(false);
  }, []);

  const rebase = useCallback(
    (next: FormValues) => {
      const typed = Object.keys(changedValues(begun.current, latest.current)).filter((name) =>
        Object.hasOwn(next, name),
      );
      restart(next, Object.fromEntries(typed.map((name) => [name, latest.current[name]])));
    },
    [restart],
  );

  const storedAs = useRef(draft);
  useEffect(() => {
    if (storedAs.current !== undefined && storedAs.current !== draft) dropDraft(storedAs.current);
    storedAs.current = draft;
    if (draft !== undefined) storeDraft(draft, fields, changedValues(initial, values));
  }, [draft, fields, initial, values]);

  const changed = useMemo(
    () => Object.keys(values).some((name) => !isSameValue(values[name], initial[name])),
    [values, initial],
  );
  const dirty = changed || holding;

  return {
    id,
    fields,
    mode,
    initial,
    values,
    errors,
    dirty,
    set,
    leave,
    check,
    isComplete,
    refused,
    sought,
    goTo,
    refuse,
    hold,
    restart,
    rebase,
  };
}
