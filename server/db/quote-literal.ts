/**
 * A text literal for SQL that is composed once and cached. Only for texts of declarations, never for input of a caller.
 */
export const quoteLiteral = (value: string): string => `'${value.replaceAll("'", "''")}'`;
