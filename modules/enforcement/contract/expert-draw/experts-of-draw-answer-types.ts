/** An expert who can be drawn, is frozen in the list, or was drawn. */
export interface ExpertInDrawList {
  readonly id: number;
  readonly name: string;
  readonly unit: string;
  readonly area_name: string;
  /** Place in the order of drawing; null: not drawn. */
  readonly position: number | null;
}

/** `GET enforcement.expertDraw/standing`: experts of a draw; those drawn come first. */
export interface ExpertsOfDrawAnswer {
  readonly status: string;
  /** Before the list is frozen: experts who are not listed because of a conflict of interest. */
  readonly excluded: number;
  readonly experts: readonly ExpertInDrawList[];
}
