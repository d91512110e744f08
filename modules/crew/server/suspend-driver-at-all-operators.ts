import { text } from '#kernel/text/text.ts';
import { type Caller, coversArea, onBehalfOf } from '#server/caller.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { Refused } from '#server/refusal.ts';
import type { ChangeContext, WriteContext } from '#server/write/hook/write-hooks-of-module.ts';
import { write } from '#server/write/write-pipeline.ts';
import { driver } from '../contract/driver.ts';

const texts = {
  notTheirs: text(
    '停岗由其他地区或上级主管部门决定，请由作出决定的机关或其上级办理',
    'Another office ordered the stop: it, or one above it, lets them drive again',
  ),
};

interface OnRecord {
  readonly [column: string]: unknown;
  readonly id: number;
  readonly status: string;
}

/**
 * Locks a person's rows, one per enterprise, in a fixed order until commit, so that suspensions and verifications of
 * one person are serialised.
 */
const lockRows = (tx: Transaction, which: Sql): Promise<OnRecord[]> =>
  tx.rows<OnRecord>(sql`select d.id, d.status from crew_driver d where ${which} order by d.id for no key update`);

const sameAs = (id: number): Sql =>
  sql`(d.id = ${id} or d.id_no->>'hash' = (select m.id_no->>'hash' from crew_driver m where m.id = ${id}))`;

/** Locks the rows of the person in a row of drivers, one per enterprise, until commit; returns their states. */
export const lockRowsOfPerson = (tx: Transaction, id: number): Promise<OnRecord[]> => lockRows(tx, sameAs(id));

/** Whether the authority has suspended the person with an ID number, at any enterprise. */
export const isDriverStopped = (
  { engine, tx }: Pick<WriteContext, 'engine' | 'tx'>,
  idNumber: string,
): Promise<boolean> => isDriverStoppedByHash(tx, engine.seal.hash(idNumber));

/** The same by the hash of the ID number, where the number itself is sealed. */
export async function isDriverStoppedByHash(tx: Transaction, hash: string): Promise<boolean> {
  const rows = await lockRows(tx, sql`d.id_no->>'hash' = ${hash}`);
  return rows.some(({ status }) => status === 'stopped');
}

/** States of a driver who works or is rested by the enterprise. */
export const statesOfDriverAtWork = ['working', 'changing', 'resting'];

/** Area of the ordering office, stored with every row of the person. Null: the whole province. */
async function orderedIn({ tx, caller, before }: ChangeContext<typeof driver>): Promise<string | null> {
  if (caller.type === 'admin') return caller.areaCode || `${(before.area_code ?? '').slice(0, 2)}0000`;
  const first = await tx.row<{ area: string | null }>(
    sql`select d.stopped_area as area from crew_driver d where d.status = 'stopped' and ${sameAs(before.id)} order by d.id limit 1`,
  );
  return first?.area ?? null;
}

/** Only the ordering office or one above it lifts an order; the enterprise's own area does not matter. */
function checkLifts(caller: Caller, { stopped_area }: { readonly stopped_area?: string | null }): void {
  if (caller.type === 'admin' && stopped_area && !coversArea(caller, stopped_area))
    throw new Refused(texts.notTheirs, { data: { reason: 'forbidden' } });
}

/** Applies an order, or lifts it, in all rows of the person. */
const everywhere =
  (move: 'stop' | 'resume', from: readonly string[]) =>
  async (context: ChangeContext<typeof driver, object, { readonly reason: string }>): Promise<void> => {
    const { before, tx, engine, caller, input } = context;
    await lockRowsOfPerson(tx, before.id);
    if (move === 'resume') checkLifts(caller, before);
    context.values.stopped_area = move === 'stop' ? await orderedIn(context) : null;
    context.note(input.reason);
    context.afterStore(async () => {
      const order = { operation: 'move', move, input: { reason: input.reason }, unread: true } as const;
      // the nested writes repeat this for the remaining rows
      const next = async () => (await lockRowsOfPerson(tx, before.id)).find(({ status }) => from.includes(status))?.id;
      for (let id = await next(); id !== undefined; id = await next())
        await write(engine, driver, onBehalfOf(caller), { ...order, id }, tx);
    });
  };

/** Hook of the move `stop`: suspends the person at every enterprise they drive for. */
export const suspendAtAllOperators = everywhere('stop', statesOfDriverAtWork);

/** Hook of the move `resume`: lifts the order at every enterprise. Throws `Refused` if another office gave it. */
export const reinstateAtAllOperators = everywhere('resume', ['stopped']);
