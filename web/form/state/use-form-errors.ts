import { type Dispatch, type RefObject, type SetStateAction, useCallback, useRef, useState } from 'react';
import type { Fields } from '#kernel/declaration/field.ts';
import { isList } from '#kernel/kind/linked/rows.ts';
import { type Locale, text } from '#kernel/text/text.ts';
import { focusFirstError } from '#web/form/state/focus-field.ts';
import { type FormMode, type FormValues, isSameValue } from '#web/form/state/form-values.ts';
import { type FieldErrors, sortErrors, validateField, validateFields } from '#web/form/state/validate-fields.ts';
import { errorsWithin, validateRows, withRowErrors } from '#web/form/state/validate-rows.ts';
import { currentLocale } from '#web/i18n/locale.ts';

const texts = {
  underWay: text('文件还在上传，请待上传完成', 'Files are still uploading. Wait until they finish'),
};

type SetErrors = Dispatch<SetStateAction<FieldErrors>>;

interface FormInput {
  /** Id of the form. */
  readonly id: string;
  readonly fields: Fields;
  readonly mode: FormMode;
  /** Fields that a refusal may name and the form does not hold: their labels name its messages. */
  readonly others: Fields | undefined;
  /** The values as of the latest keystroke: checks run in event handlers made before it was drawn. */
  readonly latest: RefObject<FormValues>;
  /** The values the form began with. */
  readonly begun: RefObject<FormValues>;
}

/** Errors of some fields, those of each cell of a list of rows included. */
function findErrors(
  fields: Fields,
  { mode, latest, begun }: Pick<FormInput, 'mode' | 'latest' | 'begun'>,
  locale: Locale,
): FieldErrors {
  const [values, initial] = [latest.current, begun.current];
  let found = validateFields(fields, values, { locale, mode, initial });
  for (const [name, field] of Object.entries(fields))
    if (isList(field) && !found[name])
      found = withRowErrors(found, name, validateRows(field, values[name], initial[name], locale), locale);
  return found;
}

/** Fields with something on its way, such as a file: the form waits for it. */
function usePendingFields(setErrors: SetErrors) {
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
          if (pending.current.includes(name) || all[name]?.[0] !== texts.underWay[locale]) return all;
          const { [name]: _underWay, ...rest } = all;
          return rest;
        });
      };
    },
    [locale, setErrors],
  );
  return { pending, isPending, hold };
}

/** Checks of single fields: `leave` when a field is left with another value, `recheck` when a wrong one changes. */
function useFieldChecks({ fields, mode, latest, begun }: FormInput, setErrors: SetErrors) {
  const locale = currentLocale();
  const checkOne = useCallback(
    (name: string) => {
      const field = fields[name];
      const options = { locale, mode, initial: begun.current[name], values: latest.current };
      return field ? validateField(field, latest.current[name], options) : [];
    },
    [fields, locale, mode, latest, begun],
  );

  /** Checks a field again that had an error, with its new value. */
  const recheck = useCallback(
    (name: string) =>
      setErrors((all) => {
        const field = fields[name];
        if (!all[name] || !field) return all;
        const { [name]: _old, ...rest } = all;
        if (isList(field))
          return withRowErrors(
            rest,
            name,
            validateRows(field, latest.current[name], begun.current[name], locale),
            locale,
          );
        const found = checkOne(name);
        return found.length > 0 ? { ...rest, [name]: found } : rest;
      }),
    [fields, locale, latest, begun, checkOne, setErrors],
  );

  const leave = useCallback(
    (name: string) => {
      const field = fields[name];
      // An unchanged value is checked when the form is sent, not while somebody passes through.
      if (isSameValue(latest.current[name], begun.current[name])) return;
      // The cells of a list show their own errors once the form is sent.
      if (!field || isList(field)) return;
      const found = checkOne(name);
      // An error found by the server or another field goes when the value changes, not when the field is left.
      if (found.length > 0) setErrors((all) => ({ ...all, [name]: found }));
    },
    [fields, latest, begun, checkOne, setErrors],
  );
  return { recheck, leave };
}

/** Errors of a form: those its own checks find, and those a server's refusal names. */
export function useFormErrors(form: FormInput) {
  const { id, fields, mode, others, latest, begun } = form;
  const locale = currentLocale();
  const [errors, setErrors] = useState<FieldErrors>({});
  const [refused, setRefused] = useState(false);
  const { pending, isPending, hold } = usePendingFields(setErrors);

  const { recheck, leave } = useFieldChecks(form, setErrors);

  const show = useCallback(
    (found: FieldErrors, among: Fields) => {
      setErrors(found);
      setRefused(Object.keys(found).length > 0);
      focusFirstError(id, among, found);
    },
    [id],
  );

  const check = useCallback(
    (names?: readonly string[]) => {
      const checkedFields = names
        ? Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)))
        : fields;
      let found = findErrors(checkedFields, { mode, latest, begun }, locale);
      // comes before other errors of the field: what is missing is about to arrive
      for (const name of pending.current)
        if (checkedFields[name]) found = { ...found, [name]: [texts.underWay[locale]] };
      show(found, checkedFields);
      return Object.keys(found).length === 0;
    },
    [fields, locale, mode, latest, begun, pending, show],
  );

  const refuse = useCallback(
    (answered: Readonly<Record<string, readonly string[]>> | undefined) => {
      const sorted = sortErrors(fields, answered, others);
      const found = Object.entries(fields)
        .filter(([, field]) => isList(field))
        .map(([name]) => [name, errorsWithin(answered ?? {}, name)] as const)
        .filter(([, within]) => Object.keys(within).length > 0)
        .reduce<FieldErrors>((all, [name, within]) => withRowErrors(all, name, within, locale), sorted.errors);
      show(found, fields);
      return sorted.others;
    },
    [fields, locale, others, show],
  );

  const clear = useCallback(() => {
    setErrors({});
    setRefused(false);
  }, []);

  return { errors, refused, isPending, recheck, leave, check, refuse, hold, clear };
}
