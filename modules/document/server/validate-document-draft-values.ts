import type { AnyField, Fields } from '#kernel/declaration/field.ts';
import type { OfficialDocument } from '#kernel/module/official-document.ts';
import type { Locale } from '#kernel/text/text.ts';
import { invalid } from '#server/refusal.ts';
import { checkFields } from '#server/write/field/validate-input-by-field-declarations.ts';
import type { DocumentValues } from './format-and-mask-printed-document-values.ts';

const optional = new WeakMap<OfficialDocument, Fields>();

/** The fields of a document, none of them required; the same objects each time, since schemas are built once for each. */
function optionalFieldsOf(one: OfficialDocument): Fields {
  const made =
    optional.get(one) ??
    Object.fromEntries(
      Object.entries<AnyField>(one.fields).map(([name, field]) => [name, { ...field, required: false }]),
    );
  optional.set(one, made);
  return made;
}

/**
 * Validates the values of a draft. Fields may be missing, since they are filled in one by one. Throws a refusal with an
 * error per field.
 */
export function validateDocumentDraftValues(
  one: OfficialDocument,
  input: DocumentValues,
  locale: Locale,
): DocumentValues {
  const { values, errors } = checkFields(optionalFieldsOf(one), input, locale, true);
  if (Object.keys(errors).length > 0) throw invalid(errors, one.fields);
  return values;
}
