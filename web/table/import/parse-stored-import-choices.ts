import type { ImportChoices } from '#web/resource/resource-calls.ts';

const noChoices: ImportChoices = { columns: {}, values: {}, synonyms: {} };

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textsOf = (stored: unknown): Readonly<Record<string, string>> =>
  isObject(stored)
    ? Object.fromEntries(Object.entries(stored).filter((one): one is [string, string] => typeof one[1] === 'string'))
    : {};

/** The choices stored for sheets of a resource. Older ones are the fields by header alone. */
export function parseStoredImportChoices(stored: unknown): ImportChoices {
  if (!isObject(stored)) return noChoices;
  if (!isObject(stored.columns)) return { ...noChoices, columns: textsOf(stored) };
  const synonyms = isObject(stored.synonyms) ? stored.synonyms : {};
  return {
    columns: textsOf(stored.columns),
    values: textsOf(stored.values),
    synonyms: Object.fromEntries(Object.entries(synonyms).map(([header, one]) => [header, textsOf(one)])),
  };
}

/** Whether anything was chosen. */
export const hasImportChoices = (choices: ImportChoices): boolean =>
  Object.values(choices).some((part) => Object.keys(part).length > 0);
