import { badParameter } from '#server/refusal.ts';
import { toStorableText } from '#server/transfer/read/convert-sheet-rows-to-values-and-errors.ts';
import type { ChosenCellTexts, ChosenColumns } from './map-sheet-columns-to-fields.ts';

/** Choices, synonyms and characters of each that one import may bring. */
const most = { choices: 200, synonyms: 500, header: 200, name: 80, text: 500 };

/** What a person chose for a sheet: the field of each column, and texts for its cells. */
export type ImportChoices = { readonly columns: ChosenColumns } & Required<ChosenCellTexts>;

/**
 * Parses the JSON of three parameters of an import: `columns` (`{"单位名称":"name","序号":""}`), `values`
 * (`{"channel":"hotline_12345"}`) and `synonyms` (`{"诉求分类":{"旅游纠纷":"other"}}`).
 */
export const parseImportChoices = (given: (name: keyof ImportChoices) => string): ImportChoices => ({
  columns: parseTexts(given('columns'), { keys: most.header, texts: most.name }),
  values: parseTexts(given('values'), { keys: most.name, texts: most.text }),
  synonyms: parseSynonyms(given('synonyms')),
});

function parseObject(json: string): [string, unknown][] {
  if (json === '') return [];
  let read: unknown;
  try {
    read = JSON.parse(json);
  } catch {
    throw badParameter();
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read)) throw badParameter();
  return Object.entries(read);
}

interface Lengths {
  readonly keys: number;
  readonly texts: number;
}

const parseTexts = (json: string, lengths: Lengths) => textsOf(parseObject(json), { ...lengths, n: most.choices });

/** Entries with a text, normalised as the cells of a sheet are. */
function textsOf(
  entries: readonly (readonly [string, unknown])[],
  { keys, texts, n }: Lengths & { readonly n: number },
): Readonly<Record<string, string>> {
  const chosen = entries.filter((one): one is [string, string] => typeof one[1] === 'string');
  if (chosen.length > n || chosen.some(([key, text]) => key.length > keys || text.length > texts)) throw badParameter();
  return Object.fromEntries(chosen.map(([key, text]) => [toStorableText(key), toStorableText(text)]));
}

function parseSynonyms(json: string): Required<ChosenCellTexts>['synonyms'] {
  const headers = parseObject(json);
  if (headers.length > most.choices || headers.some(([header]) => header.length > most.header)) throw badParameter();
  return Object.fromEntries(
    headers.map(([header, synonyms]) => {
      if (typeof synonyms !== 'object' || synonyms === null || Array.isArray(synonyms)) throw badParameter();
      return [
        toStorableText(header),
        textsOf(Object.entries(synonyms), { keys: most.text, texts: most.text, n: most.synonyms }),
      ];
    }),
  );
}
