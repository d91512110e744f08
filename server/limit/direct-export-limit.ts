/** Rows of an export that is answered at once; more are written by a job. */
export const maxDirectExportRows = 5000;
