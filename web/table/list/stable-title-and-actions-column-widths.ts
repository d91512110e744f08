export interface TitleAndActionsWidths {
  readonly actions: number;
  readonly names: number;
  /** Width of the headings of rows, where their title is a number. */
  readonly headings: number;
}

/**
 * The widths after other rows of the same query were loaded: titles keep theirs, and actions grow if they must. Any
 * other change would move all columns and render all rows again.
 */
export const stableTitleAndActionsWidths = (
  before: TitleAndActionsWidths,
  now: TitleAndActionsWidths,
): TitleAndActionsWidths => (now.actions > before.actions ? { ...before, actions: now.actions } : before);
