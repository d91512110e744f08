/** What an item of a check asks for besides the answer. */
interface ItemValueKind {
  /** `yes_no_na`, `number`, `choice` or `text`. */
  readonly answer_kind: string;
  /** Choices in one text, separated by commas or semicolons. */
  readonly answer_options: string | null;
}

/** Choices of an item. */
export const choicesOfCheckItem = (options: string | null): readonly string[] =>
  (options ?? '')
    .split(/[、,，;；]/)
    .map((one) => one.trim())
    .filter((one) => one !== '');

/** Why a value does not fit the kind of an item that is not marked as not applicable; undefined: it fits. */
export function findFaultOfAnswerValue(
  { answer_kind, answer_options }: ItemValueKind,
  value: string,
): 'missing' | 'number' | 'choice' | undefined {
  if (answer_kind === 'yes_no_na') return undefined;
  const given = value.trim();
  if (given === '') return 'missing';
  if (answer_kind === 'number' && !/^-?\d+(\.\d+)?$/.test(given)) return 'number';
  const choices = choicesOfCheckItem(answer_options);
  return answer_kind === 'choice' && choices.length > 0 && !choices.includes(given) ? 'choice' : undefined;
}
