import type { AnyResource } from '#kernel/declaration/resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { type Locale, textIn } from '#kernel/text/text.ts';
import { decodeMessage, validationMessages } from '#kernel/text/validation-messages.ts';
import { invalid, Refused, refuse } from '#server/refusal.ts';
import { isIdempotencyKeyConflict } from './store-answer-under-idempotency-key.ts';

interface DatabaseError extends Error {
  code: string;
  constraint?: string;
  table?: string;
  column?: string;
}

/**
 * Turns the error of a violated constraint into a refusal: if two people add the same code at the same time, both pass
 * all checks. Any other error is a fault and returned unchanged.
 */
export function explainDatabaseError(
  error: unknown,
  resource: AnyResource,
  locale: Locale,
  operation: string,
  resources: readonly AnyResource[] = [],
): unknown {
  if (isIdempotencyKeyConflict(error)) return error; // a repeat of a call that has been answered
  const { code, constraint = '', column = '', table } = error as DatabaseError;
  if (code === '23505') {
    const name = uniqueField(resource, constraint);
    return refusalOfDuplicate(resource, name, locale);
  }
  if (code === '23503') {
    if (operation === 'del') return refuseReferenced(resources.find((one) => tableOf(one) === table));
    if (constraint === 'attachment_reference_url_fkey') return refuse('invalid_file', 'invalid'); // removed meanwhile
    const name = Object.keys(resource.fields).find((each) => constraint === `${tableOf(resource)}_${each}_fkey`);
    const why = operation === 'restore' ? 'gone_above' : 'invalid_option';
    return name
      ? invalid({ [name]: [decodeMessage(why, locale)] }, resource.fields)
      : refuse('invalid_option', 'invalid');
  }
  const circle = Object.keys(resource.fields).find((each) => constraint === `${tableOf(resource)}_${each}_circle`);
  if (code === '23514' && circle) return invalid({ [circle]: [decodeMessage('circle', locale)] }, resource.fields);
  // a required column, emptied by a form that may omit it
  if (code === '23502' && Object.hasOwn(resource.fields, column))
    return invalid({ [column]: [decodeMessage('required', locale)] }, resource.fields);
  // numeric or date out of range, or invalid UTF-8: the value cannot be stored
  if (code === '22003' || code === '22008' || code === '22021' || code === '22P05' || code === '22P02')
    return refuse('invalid', 'invalid');
  return error;
}

/** The refusal to delete a row that is referenced, naming the referring resource. */
function refuseReferenced(by: AnyResource | undefined): Refused {
  if (!by) return refuse('referenced', 'referenced');
  const messageIn = (locale: Locale) => textIn(validationMessages.referenced_by, locale, { by: by.label[locale] });
  return new Refused(
    { 'zh-cn': messageIn('zh-cn'), en: messageIn('en') },
    { data: { reason: 'referenced', by: by.name } },
  );
}

/** The refusal of a value that must be unique; without a name the field is unknown. */
export function refusalOfDuplicate(resource: AnyResource, name: string | undefined, locale: Locale): Refused {
  const label = (name && resource.fields[name]?.label) || { 'zh-cn': name ?? '记录', en: name ?? 'The record' };
  const message = textIn(validationMessages.duplicate, locale, { label: label[locale] });
  return new Refused(
    {
      'zh-cn': textIn(validationMessages.duplicate, 'zh-cn', { label: label['zh-cn'] }),
      en: textIn(validationMessages.duplicate, 'en', { label: label.en }),
    },
    { data: { reason: 'duplicate', ...(name ? { field: name, errors: { [name]: [message] } } : {}) } },
  );
}

/**
 * Unique indexes are named `<table>_<field>[_<further fields>]`, by the field people write if the index is on a derived
 * value.
 */
export function uniqueField(resource: AnyResource, constraint: string): string | undefined {
  const rest = constraint.startsWith(`${tableOf(resource)}_`)
    ? constraint.slice(tableOf(resource).length + 1)
    : constraint;
  return Object.keys(resource.fields).find((name) => {
    const unique = resource.fields[name]?.unique;
    return (
      unique &&
      (rest === name || rest === `${name}_key` || (Array.isArray(unique) && rest === [name, ...unique].join('_')))
    );
  });
}
