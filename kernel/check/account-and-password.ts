/**
 * Whether a value can be the name of an account: 3 to 15 ASCII letters, digits and underscores, beginning with a
 * letter.
 */
export function isAccountName(value: string): boolean {
  return /^[a-zA-Z][a-zA-Z0-9_]{2,14}$/.test(value);
}

/** Whether a value has the form of a password: 6 to 32 characters on one line, without & < > " and '. */
export function isPassword(value: string): boolean {
  return /^[^&<>"'\n\r\u2028\u2029]{6,32}$/.test(value);
}
