/** Number of rows of a resource that wait for the caller or are assigned to the caller. */
export interface CountOfRowsAwaitingOfficer {
  resource: string;
  title: string;
  /** Exact up to 10,000; 10,001 means more. */
  count: number;
  /** How many of them are past their deadline. */
  overdue: number;
  /** Link to the list of exactly these rows, most urgent first. */
  path: string;
  /** Link to the list of those past their deadline. */
  overdue_path: string;
}
