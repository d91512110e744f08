/** What is drawn: enterprises, for which officers are drawn too, or experts. */
export type DrawnKind = 'enterprise' | 'expert';

/** Id of an enterprise in the record of a draw. */
export const drawRecordIdOfEnterprise = (enterprise: number): string => `enterprise/enterprise:${enterprise}`;

/** Id of an officer in the record of a draw: that of the entry in the library of officers, not of the account. */
export const drawRecordIdOfOfficer = (officer: number): string => `library/officer:${officer}`;

/** Id of an expert in the record of a draw. */
export const drawRecordIdOfExpert = (expert: number): string => `library/expert:${expert}`;

/** Id of what is drawn. */
export const drawRecordIdOfKind = (kind: DrawnKind, key: number): string =>
  kind === 'expert' ? drawRecordIdOfExpert(key) : drawRecordIdOfEnterprise(key);

/** The key in an id of a record. */
export const rowKeyOfDrawRecordId = (id: string): number => Number(id.slice(id.indexOf(':') + 1));
