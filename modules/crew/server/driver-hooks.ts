import { text } from '#kernel/text/text.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { type Caller, coversArea, onBehalfOf } from '#server/caller.ts';
import type { Transaction } from '#server/db/connect.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { Refused } from '#server/refusal.ts';
import type { ChangeContext, Hooks, WriteContext } from '#server/write/hook/hooks.ts';
import { write } from '#server/write/pipeline.ts';
import { driver } from '../contract/driver.ts';
import { refuseClosedCoachOperator } from './refuse-closed-coach-operator.ts';
import { returnedNotification } from './verification-notices.ts';

const texts = {
  notYet: text('不能晚于今天', 'Must not be later than today'),
  stopped: text(
    '本人已在其他车企被责令停岗，准予上岗后方可核验',
    'This driver has been ordered off duty at another operator; reinstate before verifying',
  ),
  restored: text(
    '本人已在其他车企被责令停岗，准予上岗后方可恢复',
    'they are stopped by order of an authority, at another firm; restore them once they are let drive again',
  ),
  notTheirs: text(
    '停岗由其他地区或上级主管部门决定，请由作出决定的机关或其上级办理',
    'Another office ordered the stop: it, or one above it, lets them drive again',
  ),
};

async function check(context: WriteContext<typeof driver>): Promise<void> {
  const { values, fail } = context;
  if (values.medical_on && values.medical_on > shanghaiToday()) fail('medical_on', texts.notYet);
  await refuseClosedCoachOperator(context);
}

interface OnRecord {
  readonly [column: string]: unknown;
  readonly id: number;
  readonly status: string;
}

/**
 * Locks a person's rows, one per enterprise, in a fixed order until commit, so that suspensions and verifications of
 * one person are serialised.
 */
const holdPerson = (tx: Transaction, which: Sql): Promise<OnRecord[]> =>
  tx.rows<OnRecord>(sql`select d.id, d.status from crew_driver d where ${which} order by d.id for no key update`);

const sameAs = (id: number): Sql =>
  sql`(d.id = ${id} or d.id_no->>'hash' = (select m.id_no->>'hash' from crew_driver m where m.id = ${id}))`;

/** Whether the authority has suspended the person with an ID number, at any enterprise. */
const isStopped = ({ engine, tx }: Pick<WriteContext, 'engine' | 'tx'>, idNumber: string): Promise<boolean> =>
  isStoppedByHash(tx, engine.seal.hash(idNumber));

async function isStoppedByHash(tx: Transaction, hash: string): Promise<boolean> {
  const rows = await holdPerson(tx, sql`d.id_no->>'hash' = ${hash}`);
  return rows.some(({ status }) => status === 'stopped');
}

/** States of a driver who works or is rested by the enterprise. */
const atWork = ['working', 'changing', 'resting'];

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
    await holdPerson(tx, sameAs(before.id));
    if (move === 'resume') checkLifts(caller, before);
    context.values.stopped_area = move === 'stop' ? await orderedIn(context) : null;
    context.note(input.reason);
    context.afterStore(async () => {
      const order = { operation: 'move', move, input: { reason: input.reason }, unread: true } as const;
      // the nested writes repeat this for the remaining rows
      const next = async () =>
        (await holdPerson(tx, sameAs(before.id))).find(({ status }) => from.includes(status))?.id;
      for (let id = await next(); id !== undefined; id = await next())
        await write(engine, driver, onBehalfOf(caller), { ...order, id }, tx);
    });
  };

const returned = returnedNotification(driver, 'name');

/** Hooks of drivers: orders of an authority apply to the person. */
export const driverHooks: Hooks<typeof driver> = {
  async restore({ tx, row: { status, id_no } }) {
    const { hash } = (id_no ?? {}) as { readonly hash?: string };
    if (hash && atWork.includes(String(status)) && (await isStoppedByHash(tx, hash)))
      throw new Refused(texts.restored, { data: { reason: 'not_ready' } });
  },
  async add(context) {
    const { values, caller, fail } = context;
    await check(context);
    if (caller.type !== 'member' && values.id_no && (await isStopped(context, values.id_no)))
      fail('id_no', texts.stopped);
  },
  async edit(context) {
    const { values, before, fail } = context;
    await check(context);
    const drives = atWork.includes(before.status);
    if (drives && values.id_no && (await isStopped(context, values.id_no))) fail('id_no', texts.stopped);
  },
  notify: { return: returned, refuseChange: returned },
  moves: {
    async verify({ before, tx }) {
      const rows = await holdPerson(tx, sameAs(before.id));
      if (rows.some(({ status }) => status === 'stopped'))
        throw new Refused(texts.stopped, { data: { reason: 'not_ready' } });
    },
    async verifyChange(context) {
      const { id_no } = context.proposed;
      if (typeof id_no === 'string' && (await isStopped(context, id_no)))
        throw new Refused(texts.stopped, { data: { reason: 'not_ready' } });
    },
    stop: everywhere('stop', atWork),
    resume: everywhere('resume', ['stopped']),
  },
};
