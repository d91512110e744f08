/**
 * UTF-8 as a string of a character for each byte, U+0000 to U+00FF: the ByteString of Web IDL, Node's `latin1`. What only
 * passes through, like the JSON that PostgreSQL makes of a page, is neither decoded nor encoded, and takes half the memory
 * of Chinese text. A type of its own, so that nobody takes it for text: it is put together with its own kind by
 * {@link bytes} alone.
 */
export interface ByteString {
  readonly ofBytes: unique symbol;
}

/** Its characters, to be looked for ASCII in. */
export const charactersOf = (given: ByteString): string => given as unknown as string;

/** What was cut from such characters or put together of them. */
export const ofCharacters = (characters: string): ByteString => characters as unknown as ByteString;

/** A text as its bytes. */
export const toBytes = (text: string): ByteString => ofCharacters(Buffer.from(text).toString('latin1'));

/** The text that these are the bytes of. */
export const fromBytes = (given: ByteString): string => toBuffer(given).toString();

/** The bytes themselves. */
export const toBuffer = (given: ByteString): Buffer => Buffer.from(charactersOf(given), 'latin1');

/** Puts byte strings together; what stands between them in the program is ASCII. */
export function bytes(strings: TemplateStringsArray, ...parts: readonly (ByteString | number)[]): ByteString {
  let made = strings[0] as string;
  for (let at = 0; at < parts.length; at++)
    made += `${parts[at] as unknown as string | number}${strings[at + 1] as string}`;
  return ofCharacters(made);
}
