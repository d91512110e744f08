export interface ContentWidths {
  readonly actions: number;
  readonly names: number;
  /** Of what people call the rows by, where their title is a number. */
  readonly headings: number;
}

/**
 * The widths to stand at when other rows of the same query have come: the names keep theirs, and actions take more where
 * they have to. Every other width moves all columns under the eye, and draws all rows anew.
 */
export const steadyWidths = (before: ContentWidths, now: ContentWidths): ContentWidths =>
  now.actions > before.actions ? { ...before, actions: now.actions } : before;
