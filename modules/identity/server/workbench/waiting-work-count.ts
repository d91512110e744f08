/** Rows of a resource whose next step is the caller's, or which were assigned to them. */
export interface WaitingWorkCount {
  resource: string;
  title: string;
  /** Exact up to 10,000; 10,001 says there are more. */
  count: number;
  /** How many of them are past their deadline. */
  overdue: number;
  /** The list of exactly these rows, the most pressing first. */
  path: string;
  /** The list of those past their deadline. */
  overdue_path: string;
}
