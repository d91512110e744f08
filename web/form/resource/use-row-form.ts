import { type RefObject, useEffect, useMemo, useState } from 'react';
import { useFocusFirstField } from '#web/feedback/focus-first-field-and-return.ts';
import { useOnUnmount } from '#web/feedback/use-on-unmount.ts';
import type { ResourceFormProps } from '#web/form/resource/resource-form-props.ts';
import { useResubmissionOfReturnedRow } from '#web/form/resource/use-resubmission-of-returned-row.tsx';
import {
  changedValues,
  type FormValues,
  initialValues,
  valuesRestoredFromDraft,
} from '#web/form/state/initial-changed-and-sent-form-values.ts';
import { takeErrorsOfRefusedMoveForRowForm } from '#web/form/state/pass-errors-of-refused-move-to-row-form.ts';
import { lockedFields, writableFieldsInState } from '#web/form/state/select-shown-and-locked-form-fields.ts';
import { dropFormDraft, readFormDraft, storeFormDraft } from '#web/form/state/store-form-draft-in-browser.ts';
import { type FormState, useFormState } from '#web/form/state/use-form-state.ts';
import { useSaveShortcut } from '#web/form/state/use-save-shortcut.ts';
import { useUnloadGuard } from '#web/form/unsaved/warn-before-leaving-unsaved-form.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import { areaPaths } from '#web/session/admin-or-member-area.ts';

export type RowForm = ReturnType<typeof useRowForm>;

export interface RowFormProps extends ResourceFormProps {
  /** The row to edit, as it was read; undefined for a new one. */
  readonly row?: WireRow;
}

/** What a draft stores: all values of a new row, the changed ones of an existing row. */
const typedValues = (mode: 'add' | 'edit', { initial, values }: FormState): FormValues =>
  mode === 'add' ? values : changedValues(initial, values);

/** The state of the form of one row: its values, the draft, the marks of a returned row, and refusals. */
export function useRowForm(
  { resource, row: loaded, preset, onDirty }: RowFormProps,
  formElement: RefObject<HTMLFormElement | null>,
) {
  const mode = loaded ? 'edit' : 'add';
  // The row the form began with; a merge replaces it by the other person's version.
  const [row, setRow] = useState(loaded);
  const fields = useMemo(() => writableFieldsInState(resource, row), [resource, row]);
  const locked = useMemo(() => lockedFields(resource, row), [resource, row]);
  // The version is part of the name: a draft does not fit a row that has changed since.
  const draftName = [resource.name, areaPaths().app, loaded ? `${loaded.id}@${loaded.version}` : 'add'].join(' ');
  const [draft] = useState(() => readFormDraft(draftName, fields));
  const [restored, setRestored] = useState(draft !== undefined);
  const form = useFormState(fields, {
    mode,
    initial: { ...initialValues(fields, loaded), ...preset },
    others: resource.fields,
    ...(draft ? { values: valuesRestoredFromDraft(fields, initialValues(fields, loaded), draft) } : {}),
  });
  const correction = useResubmissionOfReturnedRow(resource, row);
  const marked = correction?.marked ?? [];
  const [onlyMarked, setOnlyMarked] = useState(marked.length > 0);
  const [saving, setSaving] = useState<'save' | 'submit'>();
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [theirs, setTheirs] = useState<WireRow>();

  useSaveShortcut(formElement);
  useFocusFirstField(formElement);
  useUnloadGuard(form.dirty);
  useEffect(() => onDirty?.(form.dirty), [form.dirty, onDirty]);
  useOnUnmount(() => onDirty?.(false));
  // What a refused move found wrong is shown at its fields.
  const { refuse, goTo } = form;
  useEffect(() => {
    const refused = loaded && takeErrorsOfRefusedMoveForRowForm(resource.name, loaded.id);
    if (!refused) return;
    setProblems(refuse(refused.errors));
    goTo(refused.at);
  }, [resource, loaded, refuse, goTo]);
  useEffect(() => {
    if (!form.dirty) return;
    const timer = setTimeout(() => storeFormDraft(draftName, fields, typedValues(mode, form)), 500);
    return () => clearTimeout(timer);
  }, [mode, draftName, fields, form]);

  const startAfresh = () => {
    dropFormDraft(draftName);
    form.restart({ ...initialValues(fields, loaded), ...preset });
    setRestored(false);
  };
  return {
    row,
    setRow,
    fields,
    locked,
    form,
    draftName,
    restored,
    startAfresh,
    correction,
    marked,
    onlyMarked,
    setOnlyMarked,
    saving,
    setSaving,
    problems,
    setProblems,
    theirs,
    setTheirs,
  };
}
