/** The comparison operators of list calls (wire contract §2.5), in upper case as clients send them. */
export const operators = [
  '=',
  '<>',
  'LIKE',
  'NOT LIKE',
  '>',
  '>=',
  '<',
  '<=',
  'IN',
  'NOT IN',
  'FIND_IN_SET',
  'RANGE',
  'NOT RANGE',
  'NULL',
  'NOT NULL',
] as const;
export type Operator = (typeof operators)[number];

/** The operators as they are written in the URL of a list, where signs would have to be escaped. */
export const operatorSlugs: Readonly<Record<Operator, string>> = {
  '=': 'eq',
  '<>': 'ne',
  LIKE: 'like',
  'NOT LIKE': 'unlike',
  '>': 'gt',
  '>=': 'ge',
  '<': 'lt',
  '<=': 'le',
  IN: 'in',
  'NOT IN': 'notin',
  FIND_IN_SET: 'has',
  RANGE: 'range',
  'NOT RANGE': 'outside',
  NULL: 'empty',
  'NOT NULL': 'filled',
};

/** Words that BuildAdmin clients may send instead of signs. */
const aliases: Readonly<Record<string, Operator>> = {
  EQ: '=',
  NE: '<>',
  GT: '>',
  EGT: '>=',
  LT: '<',
  ELT: '<=',
  'NOT NULL': 'NOT NULL',
  'IS NULL': 'NULL',
  'IS NOT NULL': 'NOT NULL',
};

/** One condition of a list call: a field (or `relation.column`), an operator and the raw value. */
export interface Condition {
  field: string;
  operator: Operator;
  value: string;
  /** `datetime`: both ends of a RANGE are wall-clock strings in Asia/Shanghai. */
  render?: string;
}

/** The operator for a client's word. Undefined: unknown, and the condition is ignored (wire contract §2.5). */
export function readOperator(word: unknown): Operator | undefined {
  if (typeof word !== 'string') return undefined;
  const upper = word.trim().toUpperCase();
  return aliases[upper] ?? (operators as readonly string[]).find((one): one is Operator => one === upper);
}

/**
 * The two ends of a RANGE value "a,b", one of which may be empty. Undefined: there is no comma, or both ends are empty.
 */
export function readRange(value: string): { from: string; to: string } | undefined {
  const comma = value.indexOf(',');
  if (comma < 0) return undefined;
  const from = value.slice(0, comma).trim();
  const to = value.slice(comma + 1).trim();
  return from || to ? { from, to } : undefined;
}
