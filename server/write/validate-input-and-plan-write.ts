import type { AnyResource } from '#kernel/declaration/resource.ts';
import { SubmittedChildLists } from './child-rows/plan-and-store-submitted-child-lists.ts';
import { checkedApprovalStepOf } from './feature/check-and-store-approval-steps-of-move.ts';
import { requireKindsReasonsAndChangeInAmendment } from './feature/require-kinds-reasons-and-a-change-in-amendment.ts';
import { extendWrite, type LoadedWrite, type PlannedWrite } from './feature/write-phase-and-feature-types.ts';
import { declarationVisibleToWriter, refuseUnrequestedInputs } from './field/fields-writer-may-see-and-fill.ts';
import { refuseInvalidReferences } from './field/refuse-invalid-references-areas-and-files.ts';
import { fieldsOpenToCaller, omitEchoedMaskedValues, refuseLockedFields } from './field/refuse-locked-fields.ts';
import { refuseMissingConditionallyRequiredValues } from './field/refuse-missing-conditionally-required-values.ts';
import { refuseRetiredOptions, refuseUnfitOptions } from './field/refuse-retired-and-unfit-options.ts';
import { checkFields } from './field/validate-input-by-field-declarations.ts';

/**
 * Phase `plan`: reads the input by the fields this caller may write now, and notes what is wrong with it: values, locked
 * fields, options, lists of rows, amendments, references. References of all rows are checked in one statement.
 */
export async function validateInputAndPlanWrite(loaded: LoadedWrite): Promise<PlannedWrite> {
  const { engine, db, resource, caller, order, before } = loaded;
  const visible = await declarationVisibleToWriter({ engine, db, resource, caller, before, input: order.input });
  const form = readForm(loaded, visible(resource));
  const { fields, checked, errors } = form;
  const lists = await SubmittedChildLists.plan({
    engine,
    db,
    locks: loaded.locks,
    resource,
    visible,
    caller,
    operation: order.operation,
    fields,
    input: order.input,
    before,
    errors,
  });
  if (order.operation === 'edit')
    Object.assign(errors, requireKindsReasonsAndChangeInAmendment(loaded, checked, lists?.isChanged === true));
  const files = { set: order.set, fields: resource.fields, owner: order.filesOf, copyOf: order.copyOf };
  const by = { resource, operation: order.move ?? order.operation };
  const row = { by, fields, values: checked, before, errors, files };
  await refuseInvalidReferences(engine, db, caller, [row, ...(lists?.referring ?? [])]);
  lists?.placeErrors(errors);
  return extendWrite(extendWrite(loaded, form), { visible, lists });
}

type Form = Pick<PlannedWrite, 'step' | 'happens' | 'fields' | 'checked' | 'errors'>;

/** The input, read by the fields of the move or of the form. */
function readForm(loaded: LoadedWrite, visible: AnyResource): Form {
  const { resource, caller, order, move, before } = loaded;
  const { operation, input, set } = order;
  if (move) refuseUnrequestedInputs(resource, visible, order.move as string, caller, input);
  const step = move?.steps && before ? checkedApprovalStepOf({ ...loaded, before }) : undefined;
  const fields = move
    ? (step?.fields ?? move.input ?? {})
    : fieldsOpenToCaller(visible, caller, before, operation, input);
  const sent = omitEchoedMaskedValues(fields, step?.input ?? input, before);
  const { values: checked, errors } = checkFields(fields, sent, caller.locale, operation === 'edit');
  const isForm = operation === 'add' || operation === 'edit';
  if (isForm) Object.assign(errors, refuseLockedFields(resource, visible, caller, before, input, set));
  refuseRetiredOptions(fields, checked, before, errors, caller.locale);
  refuseUnfitOptions(fields, checked, before, errors, caller.locale);
  if (isForm)
    refuseMissingConditionallyRequiredValues(fields, set ? { ...checked, ...set } : checked, before, errors, caller);
  return { step, happens: step?.last === false ? undefined : move, fields, checked, errors };
}
