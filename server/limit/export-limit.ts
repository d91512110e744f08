/** Rows of an export that is answered at once; more are written by a job. */
export const maxExportsAtOnce = 5000;
