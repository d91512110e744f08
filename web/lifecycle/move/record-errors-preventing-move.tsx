import { useNavigate } from 'react-router';
import type { Fields } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { text } from '#kernel/text/text.ts';
import FormErrorList from '#web/form/field/form-error-list.tsx';
import { formErrorsByFieldPath, topFieldOfPath } from '#web/form/state/form-errors-by-field-path.ts';
import { storeErrorsOfRefusedMoveForRowForm } from '#web/form/state/pass-errors-of-refused-move-to-row-form.ts';
import { writableFieldsInState } from '#web/form/state/select-shown-and-locked-form-fields.ts';
import type { FieldErrors } from '#web/form/state/validate-form-fields-and-split-server-errors.ts';
import { translate } from '#web/i18n/locale.ts';
import { isActionOffered, type WireRow } from '#web/resource/wire-row.ts';
import { resourcePath } from '#web/session/admin-or-member-area.ts';

const texts = {
  title: text('办理前还有 {n} 项需要填写或更正', '{n} to fill in or correct before this can be done'),
};

/** Splits the errors of a refusal: those of the record itself, and those of the input. */
export function splitErrorsOfRecordAndInput(
  resource: AnyResource,
  fields: Fields,
  errors: FieldErrors | undefined,
): { readonly ofRow: FieldErrors | undefined; readonly others: FieldErrors | undefined } {
  if (!errors) return { ofRow: undefined, others: undefined };
  const all = Object.entries(errors);
  const isOfRow = (at: string) =>
    Object.hasOwn(resource.fields, topFieldOfPath(at)) && !Object.hasOwn(fields, topFieldOfPath(at));
  const ofRow = Object.fromEntries(all.filter(([at]) => isOfRow(at)));
  return {
    ofRow: Object.keys(ofRow).length > 0 ? ofRow : undefined,
    others: Object.fromEntries(all.filter(([at]) => !isOfRow(at))),
  };
}

interface RecordErrorsPreventingMoveProps {
  readonly resource: AnyResource;
  readonly row: WireRow;
  readonly errors: FieldErrors;
  /** The user goes to correct the record: the dialog closes. */
  onLeave(): void;
}

/** Errors of the record that prevent a move, each a link to its field in the form of the record. */
export function RecordErrorsPreventingMove({ resource, row, errors, onLeave }: RecordErrorsPreventingMoveProps) {
  const navigate = useNavigate();
  const faults = formErrorsByFieldPath(resource.fields, errors);
  const submitted = writableFieldsInState(resource, row);
  const edits =
    isActionOffered(resource, row, 'edit') && faults.every(({ at }) => Object.hasOwn(submitted, topFieldOfPath(at)));
  const go = (at: string) => {
    storeErrorsOfRefusedMoveForRowForm({ resource: resource.name, id: row.id, errors, at });
    onLeave();
    void navigate(`${resourcePath(resource, row.id)}?form=edit`);
  };
  return (
    <FormErrorList
      faults={faults}
      title={translate(texts.title, { n: faults.length })}
      {...(edits ? { onGo: go } : {})}
    />
  );
}
