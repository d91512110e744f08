/** 3 to 15 characters, a letter first, only ASCII letters, digits and underscores. */
export function isAccount(value: string): boolean {
  return /^[a-zA-Z][a-zA-Z0-9_]{2,14}$/.test(value);
}

/** 6 to 32 characters on one line, none of & < > " '. */
export function isPassword(value: string): boolean {
  return /^[^&<>"'\n\r\u2028\u2029]{6,32}$/.test(value);
}
