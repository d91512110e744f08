/**
 * Which fields are returned: those of a `list`, a `record`, an export (`sheet`: a record with its child lists counted),
 * an `option` of a picker, a row's `own` fields as a move answers them (without what is read from other rows: their names,
 * lists and sums), or all of them unmasked (`plain`).
 */
export type ReturnedFieldSet = 'list' | 'record' | 'sheet' | 'option' | 'own' | 'plain';
