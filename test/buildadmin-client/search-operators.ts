import { momentText } from '#kernel/kind/datetime.ts';

export type Row = Readonly<Record<string, unknown>> & { id: number; children?: Row[] };

/** How a column of the common search is compared, by the type of its values on the wire. */
export type ComparedAs = 'word' | 'number' | 'moment' | 'choice' | 'list';

export interface Condition {
  field: string;
  operator: string;
  val: string | readonly string[];
  render?: 'datetime';
}

/** A condition, and which values satisfy it (wire contract §2.5). */
export interface Question {
  condition: Condition;
  holds: (value: unknown) => boolean;
}

/** `group.name` of a row: a value joined to it. */
export const valueAt = (row: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (at, key) => (typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[key] : undefined),
      row,
    );

const isNone = (value: unknown) => value === null || value === undefined || value === '';

/** Every operator of the contract that applies to a column, with values that occur in it. */
export function questionsOf(field: string, compared: ComparedAs, values: readonly unknown[]): Question[] {
  const held = [...new Set(values.filter((value) => !isNone(value) && !(compared === 'moment' && value === 0)))];
  if (held.length === 0) return [];
  const question = (
    operator: string,
    val: Condition['val'],
    holds: Question['holds'],
    render?: 'datetime',
  ): Question => ({
    condition: { field, operator, val, ...(render ? { render } : {}) },
    holds,
  });
  const nulls = compared === 'moment' ? (value: unknown) => isNone(value) || value === 0 : isNone;
  const none = [question('NULL', '', nulls), question('NOT NULL', '', (value) => !nulls(value))];
  if (compared === 'list') return [...listQuestions(held as unknown[][], question), ...none];
  if (compared === 'moment') return [...momentQuestions(held as number[], question), ...none];
  const [one, other = one] = held;
  const among = [String(one), String(other)];
  const is = (value: unknown) => String(value) === String(one);
  const isAmong = (value: unknown) => among.includes(String(value));
  const exact = [
    question('=', String(one), is),
    question('<>', String(one), (value) => !is(value)),
    question('IN', among.join(), isAmong),
    question('IN', among, isAmong),
    question('NOT IN', among.join(), (value) => !isAmong(value)),
  ];
  if (compared === 'choice') return exact;
  if (compared === 'number') return [...exact, ...orderQuestions(held as number[], question), ...none];
  const part = String(one).slice(-2).toLowerCase();
  const has = (value: unknown) => String(value).toLowerCase().includes(part);
  return [
    ...exact,
    question('LIKE', part, has),
    question('NOT LIKE', part, (value) => !has(value)),
    question('FIND_IN_SET', String(one), (value) => !isNone(value) && String(value).split(',').includes(String(one))),
    ...none,
  ];
}

type MakeQuestion = (
  operator: string,
  val: Condition['val'],
  holds: Question['holds'],
  render?: 'datetime',
) => Question;

function listQuestions(held: readonly unknown[][], question: MakeQuestion): Question[] {
  const [first] = held.flat();
  return first === undefined
    ? []
    : [question('FIND_IN_SET', String(first), (value) => Array.isArray(value) && value.includes(first))];
}

function orderQuestions(held: readonly number[], question: MakeQuestion): Question[] {
  const sorted = [...held].sort((one, other) => Number(one) - Number(other));
  const low = Number(sorted[Math.floor(sorted.length / 3)]);
  const high = Number(sorted[Math.floor((sorted.length * 2) / 3)]);
  const given = (holds: (value: number) => boolean) => (value: unknown) => !isNone(value) && holds(Number(value));
  return [
    question(
      '>',
      String(low),
      given((value) => value > low),
    ),
    question(
      '>=',
      String(low),
      given((value) => value >= low),
    ),
    question(
      '<',
      String(high),
      given((value) => value < high),
    ),
    question(
      '<=',
      String(high),
      given((value) => value <= high),
    ),
    question(
      'RANGE',
      `${low},${high}`,
      given((value) => value >= low && value <= high),
    ),
    question(
      'RANGE',
      `${low},`,
      given((value) => value >= low),
    ),
    question(
      'RANGE',
      `,${high}`,
      given((value) => value <= high),
    ),
    question(
      'NOT RANGE',
      `${low},${high}`,
      given((value) => value < low || value > high),
    ),
    question(
      'NOT RANGE',
      `${low},`,
      given((value) => value < low),
    ),
    question(
      'NOT RANGE',
      `,${high}`,
      given((value) => value > high),
    ),
    question('RANGE', String(low), () => true), // without a comma it is no range
  ];
}

/** Pickers send the wall-clock time as text with `render=datetime`; rows contain unix seconds. */
function momentQuestions(held: readonly number[], question: MakeQuestion): Question[] {
  const low = Math.min(...held);
  const high = Math.max(...held);
  const range = (from: string, to: string) => `${from},${to}`;
  const given = (holds: (value: number) => boolean) => (value: unknown) => Number(value) > 0 && holds(Number(value));
  const timed = (operator: string, val: string, holds: (value: number) => boolean) =>
    question(operator, val, given(holds), 'datetime');
  return [
    timed('RANGE', range(momentText(low), momentText(high)), (value) => value >= low && value <= high),
    timed('RANGE', range(momentText(low + 1), ''), (value) => value > low),
    timed('RANGE', range('', momentText(high - 1)), (value) => value < high),
    timed('NOT RANGE', range(momentText(low), momentText(low)), (value) => value !== low),
    timed('=', momentText(low), (value) => value === low),
    question(
      '>',
      String(low),
      given((value) => value > low),
    ),
  ];
}
