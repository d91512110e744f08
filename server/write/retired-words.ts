import type { Fields } from '#kernel/field.ts';
import { messages } from '#kernel/message.ts';
import { type Locale, say } from '#kernel/text.ts';
import { isOffered, type Word } from '#kernel/words.ts';
import type { FieldErrors } from './validate.ts';

const valuesOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

/** A word that is retired, or not yet in force, is read where it stands and chosen nowhere. */
export function refuseRetired(
  fields: Fields,
  values: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>> | undefined,
  errors: FieldErrors,
  locale: Locale,
): void {
  for (const [name, value] of Object.entries(values)) {
    const options = fields[name]?.options;
    if (!options?.words) continue;
    const words = options.options as Readonly<Record<string, Word>>;
    const held = valuesOf(before?.[name]);
    for (const one of valuesOf(value)) {
      if (typeof one !== 'string' || held.includes(one)) continue;
      const word = Object.hasOwn(words, one) ? words[one] : undefined;
      if (word && !isOffered(word)) errors[name] = [say(messages.retired_option, locale, { option: word[locale] })];
    }
  }
}
