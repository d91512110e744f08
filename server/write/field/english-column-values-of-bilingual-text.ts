import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { Text } from '#kernel/text/text.ts';

/** The English versions of texts that the platform wrote, by field. Texts that people write have none. */
export type EnglishValues = Readonly<Record<string, string>>;

interface Input {
  readonly input: Readonly<Record<string, unknown>>;
  readonly english: EnglishValues;
}

/** The text of an input in both languages; the same in both if a person wrote it. */
export function bilingualInputText({ input, english }: Input, name: string): Text {
  const given = String(input[name] ?? '');
  return { 'zh-cn': given, en: english[name] ?? given };
}

/**
 * The English columns (`english` of a field) for a write. They are emptied when a person writes the text, so that no
 * old translation remains. Hooks that write both languages set the column themselves.
 */
export function valuesOfEnglishColumns(
  { fields }: AnyResource,
  values: Readonly<Record<string, unknown>>,
  english: EnglishValues,
): Record<string, string | null> {
  const columns: Record<string, string | null> = {};
  for (const name of Object.keys(values)) {
    const column = fields[name]?.english;
    if (column !== undefined && !Object.hasOwn(values, column)) columns[column] = english[name] ?? null;
  }
  return columns;
}
