/**
 * The text above a form for what belongs to none of its fields: the message of the refusal and the errors that no
 * field shows, a line each, without repetition.
 */
export const formLevelErrorText = ({ message }: Pick<Error, 'message'>, others: readonly string[]): string =>
  [message, ...others.filter((one) => !message.includes(one))].join('\n');
