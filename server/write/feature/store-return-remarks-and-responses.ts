import { fieldsMarkableWhenReturningRow } from '#kernel/access/fields-markable-when-returning-row-for-correction.ts';
import type { Lifecycle, Move } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { Pair } from '#kernel/kind/key-value-pairs.ts';
import {
  hasMarkedFields,
  isMoveAvailableFrom,
  movesThatMarkFields,
  returnedByColumn,
} from '#kernel/lifecycle/fields-marked-on-return-for-correction.ts';
import { type Text, text, textIn } from '#kernel/text/text.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { isUnchanged } from '../field/refuse-locked-fields.ts';
import type {
  FeatureContribution,
  LoadedRow,
  PlannedWrite,
  StoredWrite,
  WriteFeature,
} from './write-phase-and-feature-types.ts';

type Values = Readonly<Record<string, unknown>>;

const texts = {
  unknown: text('请选择可以更正的字段', 'Choose fields that can be corrected'),
  empty: text('请写明问题', 'Describe the problem'),
  unanswered: text('请更正，或说明为何不作更正', 'Correct this or explain why it is not corrected'),
  short: text('说明至少 {min} 个字', 'The explanation needs at least {min} {min|character|characters}'),
} as const satisfies Record<string, Text>;

/** The minimum length of an explanation: 「无误」 has two characters. */
const shortest = 2;

/** A move that happens with this write, on a row that exists. */
type CorrectingWrite = PlannedWrite & LoadedRow & { readonly happens: Move };

/** Moves that return a row with marked fields, and moves that answer the marks. */
export const storeReturnRemarksAndResponses: WriteFeature = {
  plan(write) {
    const { happens, before, resource } = write;
    const { life } = resource;
    return happens && before && hasMarkedFields(life)
      ? new Corrections({ ...write, happens, before }, life)
      : undefined;
  },
};

class Corrections implements FeatureContribution {
  readonly #write: CorrectingWrite;
  readonly #life: Lifecycle;
  readonly #marks: readonly Pair[];
  #explained: readonly Pair[] | undefined;

  constructor(write: CorrectingWrite, life: Lifecycle) {
    this.#write = write;
    this.#life = life;
    this.#marks = pairsOf(write.before.marks);
  }

  /** Notes errors for marks that nobody could correct, and for each mark that is neither corrected nor explained. */
  async check(): Promise<void> {
    const { happens: move } = this.#write;
    if (move.marks) this.#checkMarks();
    if (move.answers && this.#marks.length > 0) await this.#checkAnswers();
  }

  #checkMarks(): void {
    const { engine, happens: move, checked, resource, visible, before } = this.#write;
    const open = fieldsMarkableWhenReturningRow(resource, move.to ?? String(before.status), engine.find);
    const marks = pairsOf(checked.marks);
    const fields = visible(resource).fields;
    if (marks.some(({ key }) => !(Object.hasOwn(open, key) && Object.hasOwn(fields, key))))
      this.#note('marks', texts.unknown);
    else if (marks.some(({ value }) => value.trim() === '')) this.#note('marks', texts.empty);
  }

  async #checkAnswers(): Promise<void> {
    const { db, checked, resource, visible, before } = this.#write;
    const { fields } = visible(resource);
    // the caller need not answer marks of fields hidden from them
    const names = [...new Set(this.#marks.map(({ key }) => key))].filter((name) => Object.hasOwn(fields, name));
    const corrected = await correctedFields(db, resource, before, names);
    const explained = pairsOf(checked.explanations).filter(
      ({ key, value }) => names.includes(key) && value.trim() !== '',
    );
    for (const name of names) {
      const explanation = explained.find(({ key }) => key === name)?.value.trim() ?? '';
      if (explanation !== '' && [...explanation].length < shortest) this.#note(name, texts.short);
      else if (explanation === '' && !corrected.has(name)) this.#note(name, texts.unanswered);
    }
    this.#explained = explained;
  }

  #note(name: string, message: Text): void {
    const { errors, caller } = this.#write;
    errors[name] = [...(errors[name] ?? []), textIn(message, caller.locale, { min: shortest })];
  }

  /** The columns with marks and explanations. They are emptied in a state in which nothing needs them. */
  columns({ to }: StoredWrite): Values {
    const { happens: move, checked, before, state, caller } = this.#write;
    if (move.marks) {
      const marks = pairsOf(checked.marks);
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
      ...(answered && state[returnedByColumn] ? { [returnedByColumn]: null } : {}),
      ...(this.#explained
        ? { explanations: JSON.stringify(this.#explained) }
        : decided && before.explanations
          ? { explanations: null }
          : {}),
    };
  }
}

const pairsOf = (value: unknown): readonly Pair[] => (Array.isArray(value) ? (value as Pair[]) : []);

/** Values at the time of the last return, for fields written since. */
export async function valuesWhenReturned(
  db: Queryable,
  resource: AnyResource,
  id: number,
  names: readonly string[],
): Promise<ReadonlyMap<string, unknown>> {
  const returning = movesThatMarkFields(resource.life as Lifecycle);
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

/** Whether a marked field differs from its value in `then`, when it was marked. For child lists the history decides. */
export function isCorrected(
  resource: AnyResource,
  name: string,
  then: ReadonlyMap<string, unknown>,
  row: Values,
): boolean {
  const field = resource.fields[name];
  return field !== undefined && then.has(name) && !(name in row && isUnchanged(field, then.get(name), row[name]));
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
