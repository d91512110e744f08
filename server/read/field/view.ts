/**
 * Which fields are presented: of a list, of a record, of a sheet (a record whose lists of rows are counted), of an
 * option to choose, or all of them unmasked.
 */
export type View = 'list' | 'record' | 'sheet' | 'option' | 'plain';
