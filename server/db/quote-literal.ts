/** A text as it stands in SQL that is put together once and kept: names and words of declarations, never what a caller sends. */
export const quoteLiteral = (value: string): string => `'${value.replaceAll("'", "''")}'`;
