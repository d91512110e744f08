import { useMemo } from 'react';
import type { AmendmentRules } from '#kernel/declaration/amendment-of-filed-row-by-kinds-and-reasons.ts';
import type { Fields } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { amendmentKindsOfInput, kindAndReasonFields } from '#kernel/lifecycle/fields-opened-by-amendment-rules.ts';
import {
  changedValues,
  type FormValues,
  initialValues,
  valuesOfNewRowToSend,
  valuesToSend,
} from '#web/form/state/initial-changed-and-sent-form-values.ts';
import { amendedFields } from '#web/form/state/select-shown-and-locked-form-fields.ts';
import { dropFormDraft } from '#web/form/state/store-form-draft-in-browser.ts';
import { type FormState, useFormState } from '#web/form/state/use-form-state.ts';
import type { WireRow } from '#web/resource/wire-row.ts';

/** The fields that give kind and reasons of an amendment, all of them required. */
const reasonFieldsOf = (resource: AnyResource, amendments: AmendmentRules): Fields =>
  Object.fromEntries(
    kindAndReasonFields(amendments).flatMap((name) => {
      const field = resource.fields[name];
      return field ? [[name, { ...field, required: true }]] : [];
    }),
  );

/** The initial values of the form: those of the row, without attachments of earlier amendments. */
export function amendmentValues(fields: Fields, row: WireRow, { attached = [] }: AmendmentRules): FormValues {
  return { ...initialValues(fields, row), ...Object.fromEntries(attached.map((name) => [name, null])) };
}

/**
 * The state of the two forms of an amendment: `why` has its kind and reasons, and `what` all fields that any kind
 * opens. `open` is `what` with the fields of the chosen kinds only.
 */
export function useAmendmentReasonsAndFieldsForms(resource: AnyResource, row: WireRow, amendments: AmendmentRules) {
  const draft = `${resource.name} amend ${row.id}`;
  const reasonFields = useMemo(() => reasonFieldsOf(resource, amendments), [resource, amendments]);
  const all = useMemo(() => {
    const opened = amendedFields(resource, row, Object.keys(amendments.kinds));
    return Object.fromEntries(Object.entries(opened).filter(([name]) => !reasonFields[name]));
  }, [resource, row, amendments, reasonFields]);
  const why = useFormState(reasonFields, { mode: 'prompt', draft: `${draft} why` });
  const what = useFormState(all, {
    mode: 'edit',
    // inputs read other fields of the row too, such as its owner or its dates
    initial: { ...row, ...amendmentValues(all, row, amendments) },
    draft: `${draft}@${row.version}`,
  });
  const kinds = amendmentKindsOfInput(amendments, why.values);
  const open: FormState = useMemo(() => {
    const opened = amendedFields(resource, row, amendmentKindsOfInput(amendments, why.values));
    return { ...what, fields: Object.fromEntries(Object.entries(all).filter(([name]) => opened[name])) };
  }, [what, all, resource, row, amendments, why.values]);
  const changed = () =>
    changedValues(
      what.initial,
      Object.fromEntries(Object.keys(open.fields).map((name) => [name, what.values[name]])) as FormValues,
    );
  const values = () => ({
    ...valuesOfNewRowToSend(why.values),
    ...valuesToSend(all, what.initial, changed()),
    id: row.id,
    version: row.version,
  });
  const dropDrafts = () => {
    dropFormDraft(`${draft} why`);
    dropFormDraft(`${draft}@${row.version}`);
  };
  return { why, what, open, all, kinds, reasonFields, changed, values, dropDrafts };
}

export type AmendmentReasonsAndFieldsForms = ReturnType<typeof useAmendmentReasonsAndFieldsForms>;
