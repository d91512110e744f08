import { correctableFields } from '#kernel/access/correctable-fields.ts';
import type { Lifecycle, Move } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { Pair } from '#kernel/kind/pairs.ts';
import { hasMarks, isMoveAvailableFrom, markingMoves, returnedByColumn } from '#kernel/lifecycle/correction.ts';
import { type Text, text, textIn } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';
import type { Queryable } from '#server/db/connect.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine.ts';
import { isUnchanged } from './locked-fields.ts';
import type { FieldErrors } from './validate.ts';
import { writeStateOf } from './write-state.ts';

type Values = Readonly<Record<string, unknown>>;

const texts = {
  unknown: text('请选择可以更正的字段', 'Choose fields that can be corrected'),
  empty: text('请写明问题', 'Describe the problem'),
  unanswered: text('请更正，或说明为何不作更正', 'Correct this or explain why it is not corrected'),
  short: text('说明至少 {min} 个字', 'The explanation needs at least {min} characters'),
} as const satisfies Record<string, Text>;

/** An explanation says something: "无误" is two. */
const shortest = 2;

interface Asked {
  readonly engine: Pick<Engine, 'find'>;
  readonly resource: AnyResource;
  /** It as the caller knows it. */
  readonly known: AnyResource;
  readonly caller: Caller;
  readonly move: Move;
  readonly before: Values;
  /** What was told with the move, checked. */
  readonly told: Values;
  readonly errors: FieldErrors;
}

/** What a move has to do with marks of a return; undefined where rows are never returned with any. */
export function readCorrections(
  write: Omit<Asked, 'move' | 'before'> & {
    readonly move: Move | false | undefined;
    readonly before: Values | undefined;
  },
): Corrections | undefined {
  const { move, before, resource } = write;
  const { life } = resource;
  return move && before && hasMarks(life) ? new Corrections({ ...write, move, before }, life) : undefined;
}

class Corrections {
  readonly #asked: Asked;
  readonly #life: Lifecycle;
  readonly #marks: readonly Pair[];
  #explained: readonly Pair[] | undefined;

  constructor(asked: Asked, life: Lifecycle) {
    this.#asked = asked;
    this.#life = life;
    this.#marks = pairsOf(asked.before.marks);
  }

  /** Notes marks that nobody could correct, and those that are neither corrected nor explained, each by itself. */
  async check(db: Queryable): Promise<void> {
    const { engine, move, told, resource, known, before, errors, caller } = this.#asked;
    const note = (name: string, message: Text) => {
      errors[name] = [...(errors[name] ?? []), textIn(message, caller.locale, { min: shortest })];
    };
    if (move.marks) {
      const open = correctableFields(resource, move.to ?? String(before.status), engine.find);
      const marks = pairsOf(told.marks);
      if (marks.some(({ key }) => !(Object.hasOwn(open, key) && Object.hasOwn(known.fields, key))))
        note('marks', texts.unknown);
      else if (marks.some(({ value }) => value.trim() === '')) note('marks', texts.empty);
    }
    // what they cannot know of they cannot answer
    const names = [...new Set(this.#marks.map(({ key }) => key))].filter((one) => Object.hasOwn(known.fields, one));
    if (!move.answers || this.#marks.length === 0) return;
    const corrected = await correctedFields(db, resource, before, names);
    const explained = pairsOf(told.explanations).filter(({ key, value }) => names.includes(key) && value.trim() !== '');
    for (const name of names) {
      const said = explained.find(({ key }) => key === name)?.value.trim() ?? '';
      if (said !== '' && [...said].length < shortest) note(name, texts.short);
      else if (said === '' && !corrected.has(name)) note(name, texts.unanswered);
    }
    this.#explained = explained;
  }

  /** The columns of marks and answers, for a row that comes to a state: what waits where nobody awaits it has lapsed. */
  columns(to: unknown): Values {
    const { move, told, before, caller } = this.#asked;
    if (move.marks) {
      const marks = pairsOf(told.marks);
      return {
        marks: marks.length > 0 ? JSON.stringify(marks) : null,
        explanations: null,
        [returnedByColumn]: caller.type === 'admin' ? caller.id : null,
      };
    }
    const answered = move.answers || !isMoveAvailableFrom(this.#life, 'answers', to);
    const decided = !isMoveAvailableFrom(this.#life, 'marks', to) && !isMoveAvailableFrom(this.#life, 'answers', to);
    return {
      ...(answered && before.marks ? { marks: null } : {}),
      ...(answered && writeStateOf(before)[returnedByColumn] ? { [returnedByColumn]: null } : {}),
      ...(this.#explained
        ? { explanations: JSON.stringify(this.#explained) }
        : decided && before.explanations
          ? { explanations: null }
          : {}),
    };
  }
}

const pairsOf = (value: unknown): readonly Pair[] => (Array.isArray(value) ? (value as Pair[]) : []);

/** What fields of a row held when it was last returned, of those written since. */
export async function valuesWhenReturned(
  db: Queryable,
  resource: AnyResource,
  id: number,
  names: readonly string[],
): Promise<ReadonlyMap<string, unknown>> {
  const returning = markingMoves(resource.life as Lifecycle);
  const rows = await db.rows<{
    name: string;
    value: unknown;
  }>(sql`select distinct on (c.key) c.key as name, c.value -> 0 as value
    from history h, jsonb_each(h.changes) c
    where h.resource = ${resource.name} and h.row_id = ${id} and c.key = any(${names}::text[]) and h.id > (
      select coalesce(max(id), 0) from history where resource = ${resource.name} and row_id = ${id} and move = any(${returning}::text[]))
    order by c.key, h.id`);
  return new Map(rows.map((row) => [row.name, row.value]));
}

/** Whether a marked field holds another value than `then`, when it was marked; of lists of rows the history says so. */
export function isCorrected(
  resource: AnyResource,
  name: string,
  then: ReadonlyMap<string, unknown>,
  row: Values,
): boolean {
  const one = resource.fields[name];
  return one !== undefined && then.has(name) && !(name in row && isUnchanged(one, then.get(name), row[name]));
}

async function correctedFields(
  db: Queryable,
  resource: AnyResource,
  row: Values,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const then = await valuesWhenReturned(db, resource, Number(row.id), names);
  return new Set(names.filter((name) => isCorrected(resource, name, then, row)));
}
