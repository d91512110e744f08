/** Whether a value is an e-mail address of the kind that mail servers issue today, of at most 100 characters. */
export function isEmail(value: string): boolean {
  return (
    value.length <= 100 &&
    /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+.-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/.test(value)
  );
}
