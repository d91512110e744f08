/**
 * The text of a refusal that belongs to no field: its message and further errors, a line each, without repetition.
 */
export const joinRefusalMessages = ({ message }: Pick<Error, 'message'>, others: readonly string[]): string =>
  [message, ...others.filter((one) => !message.includes(one))].join('\n');
