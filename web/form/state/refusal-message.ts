/**
 * What is said of a refusal that belongs to no field of a form: its message, and what else was found, a line each. A message
 * that names the first of them says it once.
 */
export const refusalMessage = ({ message }: Pick<Error, 'message'>, others: readonly string[]): string =>
  [message, ...others.filter((one) => !message.includes(one))].join('\n');
