/** An e-mail address as current mail servers issue them, at most 100 characters. */
export function isEmail(value: string): boolean {
  return (
    value.length <= 100 &&
    /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+.-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/.test(value)
  );
}
