import { DASHES, DOTS, toHalfWidth, withoutInvisible } from './normalise-width-spaces-and-dashes.ts';

const dots = new RegExp(` ?[${DOTS}] ?`, 'g');
const dashes = new RegExp(`[${DASHES}]`, 'g');

/**
 * Writes a name in the form in which names are stored and compared: every middle dot as · without spaces around it,
 * apostrophes and hyphens in ASCII, letters and spaces half-width, and repeated spaces as one.
 */
export function normalizePersonName(value: string): string {
  const spaced = withoutInvisible(value.normalize('NFC')).replace(/[\u0000-\u001f\u007f-\u009f\s]+/g, ' ');
  // The full-width full stop means a middle dot here; the conversion below would make it a full stop.
  return toHalfWidth(spaced.replace(dots, '·'))
    .replace(/[\u2018\u2019\u201b\u2032\u02bc\u02b9\u00b4`]/g, "'")
    .replace(dashes, '-')
    .trim();
}

/** Letters of any script, combining marks, and separators within a name. */
const PLAIN = /^[\p{L}\p{M}][\p{L}\p{M}·.' -]{0,29}$/u;
/**
 * A name as in passports and tickets: SMITH/JOHN, WANG, XIAO-MING; TAN (CHEN) WEI. The longest line of a passport has
 * 39 characters.
 */
const TRAVEL = /^[\p{L}\p{M}][\p{L}\p{M}·.' ,/()-]{0,59}$/u;
const FOREIGN_LETTER = /(?=\p{L})\P{Script=Han}/u;

/**
 * Whether a normalized value is a person's name. Commas, slashes and brackets are allowed only without Han characters:
 * 张三/李四 and 张三(导游) are more than a name.
 */
export const isPersonName = (value: string): boolean =>
  PLAIN.test(value) || (FOREIGN_LETTER.test(value) && TRAVEL.test(value));
