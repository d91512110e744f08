/**
 * Which fields are returned: those of a list, a record, an export (a record with its lists counted), a picker option,
 * or all unmasked.
 */
export type RowViewKind = 'list' | 'record' | 'sheet' | 'option' | 'plain';
