/** Maximum number of rows of an export that is returned directly; larger ones are written by a job. */
export const maxDirectExportRows = 5000;
