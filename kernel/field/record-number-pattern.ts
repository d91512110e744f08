const datePlaces = ['yyyy', 'yy', 'mm', 'dd'] as const;

/** A part of a number pattern: fixed text, a part of the date, the sequence number, or a field of the row. */
export type NumberPatternPart =
  | { readonly text: string }
  | { readonly date: (typeof datePlaces)[number] }
  | { readonly digits: number }
  | { readonly field: string; readonly length: number | undefined };

const isDatePlace = (name: string): name is (typeof datePlaces)[number] =>
  (datePlaces as readonly string[]).includes(name);

/** Parses a pattern into its parts, in order. Throws if it is malformed or does not contain `{seq}` exactly once. */
export function parseNumberPattern(pattern: string): readonly NumberPatternPart[] {
  const parts: NumberPatternPart[] = [];
  let end = 0;
  const addText = (text: string) => {
    if (/[{}]/.test(text)) throw new Error(`number ${pattern}: a brace that belongs to no placeholder`);
    if (text !== '') parts.push({ text });
  };
  for (const { 0: whole, 1: name = '', 2: size, index } of pattern.matchAll(/\{(\w+)(?::([1-9]\d?))?\}/g)) {
    addText(pattern.slice(end, index));
    end = index + whole.length;
    if (name === 'seq') parts.push({ digits: Number(size ?? 1) });
    else if (!isDatePlace(name)) parts.push({ field: name, length: size === undefined ? undefined : Number(size) });
    else if (size === undefined) parts.push({ date: name });
    else throw new Error(`number ${pattern}: {${name}} has a length of its own`);
  }
  addText(pattern.slice(end));
  if (parts.filter((part) => 'digits' in part).length !== 1)
    throw new Error(`number ${pattern}: {seq} must stand in it once`);
  return parts;
}

/** Whether numbers begin at 1 each year, because the pattern contains the year. */
export const restartsEveryYear = (parts: readonly NumberPatternPart[]): boolean =>
  parts.some((part) => 'date' in part && (part.date === 'yyyy' || part.date === 'yy'));

/** The part of a date (YYYY-MM-DD) that a placeholder stands for. */
export const datePart = (place: (typeof datePlaces)[number], date: string): string =>
  ({ yyyy: date.slice(0, 4), yy: date.slice(2, 4), mm: date.slice(5, 7), dd: date.slice(8, 10) })[place];
