export interface TitleAndActionsWidths {
  readonly actions: number;
  readonly names: number;
  /** Width of the headings of rows, where their title is a number. */
  readonly headings: number;
  /** Widths of numbers of documents, by field. */
  readonly numbers: Readonly<Record<string, number>>;
}

/**
 * The widths after other rows of the same query were loaded: titles keep theirs, and actions grow if they must. Any
 * other change would move all columns and render all rows again.
 */
export const stableTitleAndActionsWidths = (
  before: TitleAndActionsWidths,
  now: TitleAndActionsWidths,
): TitleAndActionsWidths => (now.actions > before.actions ? { ...before, actions: now.actions } : before);

/** Widths that did not change stay the same object: other columns would render all rows again. */
export const sameWidths = (
  before: TitleAndActionsWidths | undefined,
  now: TitleAndActionsWidths,
): TitleAndActionsWidths => {
  const names = Object.keys(now.numbers);
  const isSame = before && names.every((name) => before.numbers[name] === now.numbers[name]);
  return isSame ? { ...now, numbers: before.numbers } : now;
};
