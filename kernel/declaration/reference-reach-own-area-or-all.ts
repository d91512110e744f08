/**
 * The rows that a reference may point at: those that the caller may see (`own`, default); all rows in the caller's
 * area, whoever owns them (`area`; for members, the area of the rows they hold); or all rows. Of rows that the caller
 * may not see, only the title is disclosed.
 */
export type ReferenceReach = 'own' | 'area' | 'all';
