/**
 * Which fields are returned: those of a `list`, a `record`, an export (`sheet`: a record with its child lists counted),
 * an `option` of a picker, or all of them unmasked (`plain`).
 */
export type ReturnedFieldSet = 'list' | 'record' | 'sheet' | 'option' | 'plain';
