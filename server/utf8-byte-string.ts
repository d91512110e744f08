/**
 * UTF-8 as a string with one character per byte, U+0000 to U+00FF: the ByteString of Web IDL, Node's `latin1`. JSON
 * that PostgreSQL made of a page passes through without being decoded and encoded, and takes half the memory of Chinese
 * text. It is a separate type, so that nobody uses it as text; byte strings are joined only by {@link joinByteStrings}.
 */
export interface ByteString {
  readonly ofBytes: unique symbol;
}

/** The byte string as a plain string, for finding ASCII in it. */
export const charactersOfByteString = (given: ByteString): string => given as unknown as string;

/** Parts of such a plain string, or several joined, as a byte string. */
export const byteStringOfCharacters = (characters: string): ByteString => characters as unknown as ByteString;

/** Encodes a text. */
export const encodeByteString = (text: string): ByteString =>
  byteStringOfCharacters(Buffer.from(text).toString('latin1'));

/** Decodes a byte string to text. */
export const decodeByteString = (given: ByteString): string => byteStringToBuffer(given).toString();

/** The bytes as a buffer. */
export const byteStringToBuffer = (given: ByteString): Buffer => Buffer.from(charactersOfByteString(given), 'latin1');

/** Joins byte strings; the literal parts must be ASCII. */
export function joinByteStrings(strings: TemplateStringsArray, ...parts: readonly (ByteString | number)[]): ByteString {
  let made = strings[0] as string;
  for (let at = 0; at < parts.length; at++)
    made += `${parts[at] as unknown as string | number}${strings[at + 1] as string}`;
  return byteStringOfCharacters(made);
}
