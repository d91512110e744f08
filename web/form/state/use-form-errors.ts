import { type Dispatch, type RefObject, type SetStateAction, useCallback, useMemo, useRef, useState } from 'react';
import type { AnyField, Fields } from '#kernel/declaration/field.ts';
import { isChildList } from '#kernel/kind/linked/child-rows.ts';
import { type Locale, text } from '#kernel/text/text.ts';
import {
  type FieldErrors,
  splitErrorsByFieldsOfForm,
  validateField,
  validateFields,
} from '#web/form/state/validate-form-fields-and-split-server-errors.ts';
import { currentLocale } from '#web/i18n/locale.ts';
import { focusFirstError } from './focus-field-with-error.ts';
import { type FormMode, type FormValues, isSameValue } from './initial-changed-and-sent-form-values.ts';
import { errorsWithin, validateRows, withRowErrors } from './validate-child-rows.ts';

const texts = {
  pending: text('文件还在上传，请待上传完成', 'Files are still uploading. Wait until they finish'),
};

/** Fields with something on its way, such as a file, for which the form waits: their names, whether there are any, and adding one. */
function usePendingFields(setErrors: Dispatch<SetStateAction<FieldErrors>>) {
  const locale = currentLocale();
  const pending = useRef<readonly string[]>([]);
  const [isPending, setPending] = useState(false);
  const hold = useCallback(
    (name: string) => {
      const setNames = (names: readonly string[]) => {
        pending.current = names;
        setPending(names.length > 0);
      };
      setNames([...pending.current, name]);
      return () => {
        const place = pending.current.indexOf(name);
        setNames(pending.current.filter((_one, at) => at !== place));
        setErrors((all) => {
          if (pending.current.includes(name) || all[name]?.[0] !== texts.pending[locale]) return all;
          const { [name]: _pending, ...rest } = all;
          return rest;
        });
      };
    },
    [locale, setErrors],
  );
  return [pending, isPending, hold] as const;
}

/**
 * Errors of a form, and the checks that find them. `latest`: the values as of the latest keystroke, for checks run in
 * event handlers made before it was drawn; `begun`: the initial values.
 */
export function useFormErrors(
  id: string,
  fields: Fields,
  mode: FormMode,
  latest: RefObject<FormValues>,
  begun: RefObject<FormValues>,
) {
  const locale = currentLocale();
  const [errors, setErrors] = useState<FieldErrors>({});
  const [refused, setRefused] = useState(false);
  const [pending, isPending, hold] = usePendingFields(setErrors);

  const checks = useMemo(() => {
    const checkRows = (name: string, field: AnyField) =>
      validateRows(field, latest.current[name], begun.current[name], locale);
    const checkOne = (name: string) => {
      const field = fields[name];
      const options = { locale, mode, initial: begun.current[name], values: latest.current };
      return field ? validateField(field, latest.current[name], options) : [];
    };
    /** Shows errors; the first one gets the focus. */
    const show = (found: FieldErrors) => {
      setErrors(found);
      setRefused(Object.keys(found).length > 0);
      focusFirstError(id, fields, found);
    };
    return {
      show,
      /** Checks a field again that had an error, with its new value. */
      recheck: (name: string) =>
        setErrors((all) => {
          const field = fields[name];
          if (!all[name] || !field) return all;
          const { [name]: _old, ...rest } = all;
          if (isChildList(field)) return withRowErrors(rest, name, checkRows(name, field), locale);
          const found = checkOne(name);
          return found.length > 0 ? { ...rest, [name]: found } : rest;
        }),
      leave(name: string) {
        const field = fields[name];
        // An unchanged value is checked when the form is sent, not while somebody passes through.
        // The cells of child rows show their own errors once the form is sent.
        if (isSameValue(latest.current[name], begun.current[name]) || !field || isChildList(field)) return;
        const found = checkOne(name);
        // An error found by the server or because of another field disappears when the value changes, not when the
        // field is left.
        if (found.length > 0) setErrors((all) => ({ ...all, [name]: found }));
      },
      check(names = Object.keys(fields)): boolean {
        const checked = Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));
        let found = validateFields(checked, latest.current, { locale, mode, initial: begun.current });
        for (const [name, field] of Object.entries(checked))
          if (isChildList(field) && !found[name]) found = withRowErrors(found, name, checkRows(name, field), locale);
        // comes before other errors of the field: what is missing is about to arrive
        for (const name of pending.current) if (checked[name]) found = { ...found, [name]: [texts.pending[locale]] };
        show(found);
        return Object.keys(found).length === 0;
      },
    };
  }, [id, fields, mode, locale, latest, begun, pending]);
  return { errors, refused, isPending, hold, ...checks };
}

/** The errors of a refusal at the fields of a form, those of child rows by cell, and the messages that belong to none of them. */
export function errorsOfRefusedCall(
  fields: Fields,
  answered: Readonly<Record<string, readonly string[]>> | undefined,
  others: Fields | undefined,
  locale: Locale,
): readonly [FieldErrors, readonly string[]] {
  const sorted = splitErrorsByFieldsOfForm(fields, answered, others);
  const found = Object.entries(fields)
    .filter(([, field]) => isChildList(field))
    .map(([name]) => [name, errorsWithin(answered ?? {}, name)] as const)
    .filter(([, within]) => Object.keys(within).length > 0)
    .reduce<FieldErrors>((all, [name, within]) => withRowErrors(all, name, within, locale), sorted.errors);
  return [found, sorted.others];
}
