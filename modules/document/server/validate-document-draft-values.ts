import type { AnyField } from '#kernel/declaration/field.ts';
import type { OfficialDocument } from '#kernel/module/official-document.ts';
import type { Locale } from '#kernel/text/text.ts';
import { invalid } from '#server/refusal.ts';
import { checkFields } from '#server/write/field/validate-input-by-field-declarations.ts';
import type { DocumentValues } from './format-and-mask-printed-document-values.ts';

/**
 * Validates the values of a draft. Fields may be missing, since they are filled in one by one. Throws a refusal with an
 * error per field.
 */
export function validateDocumentDraftValues(
  one: OfficialDocument,
  input: DocumentValues,
  locale: Locale,
): DocumentValues {
  const open = Object.fromEntries(
    Object.entries<AnyField>(one.fields).map(([name, field]) => [name, { ...field, required: false }]),
  );
  const { values, errors } = checkFields(open, input, locale, true);
  if (Object.keys(errors).length > 0) throw invalid(errors, one.fields);
  return values;
}
