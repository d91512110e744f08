import { type Text, text } from '#kernel/text/text.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { ChangeContext } from '#server/write/hook/write-hooks-of-module.ts';
import { enterprise } from '../contract/enterprise.ts';

const texts = {
  unknown: text('没有这个文号的停业决定，可撤销的是：{numbers}', 'No suspension has this number; it may be: {numbers}'),
  none: text('以前的停业决定均已撤销', 'Every past suspension has been annulled'),
} as const satisfies Record<string, Text>;

/** Columns of an enterprise whose suspension has ended. The number of the decision stays on record. */
export const noSuspension = { suspended_from: null, suspended_until: null, suspension_paper: null } as const;

type Annulment = ChangeContext<typeof enterprise, object, { readonly document_no: string }>;
type PastAnnulment = ChangeContext<
  typeof enterprise,
  object,
  { readonly annulled_no?: string | null; readonly document_no: string }
>;

interface Suspension {
  readonly [column: string]: unknown;
  readonly number: string;
  /** Whether the officer named this one. */
  readonly named: boolean;
}

/** Suspensions of an enterprise, the latest first. */
const readSuspensions = (tx: Queryable, id: number, named: string): Promise<Suspension[]> =>
  tx.rows<Suspension>(sql`
    select number, compact_identifier(number) = compact_identifier(${named}) as named from (
      select h.id, suspension_decision_no(h.changes, h.note) as number from history h
      where h.resource = ${enterprise.name} and h.row_id = ${id} and h.move = 'suspend') s
    where number is not null order by id desc`);

/** Hook of the move `annulSuspension`: ends the suspension in force, and records by which document it was annulled. */
export function annulSuspension({ before, input, values }: Annulment): void {
  const { suspension_no: key, annulled_suspensions: earlier } = before;
  Object.assign(values, noSuspension);
  if (key) values.annulled_suspensions = [...(earlier ?? []), { key, value: input.document_no }];
}

/** Hook of the move `annulPastSuspension`: records which of the suspensions that are over was annulled. */
export async function annulPastSuspension({ before, input, values, tx, fail }: PastAnnulment): Promise<void> {
  const earlier = before.annulled_suspensions ?? [];
  const all = await readSuspensions(tx, before.id, input.annulled_no ?? '');
  const over = before.status === 'suspended' ? all.slice(1) : all;
  const standing = over.filter(({ number }) => !earlier.some(({ key }) => key === number));
  const found = input.annulled_no ? standing.find(({ named }) => named) : standing[0];
  if (found) values.annulled_suspensions = [...earlier, { key: found.number, value: input.document_no }];
  else if (standing.length === 0) fail('annulled_no', texts.none);
  else fail('annulled_no', texts.unknown, { numbers: standing.map(({ number }) => number).join('、') });
}
