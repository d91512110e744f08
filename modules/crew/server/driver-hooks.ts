import { shanghaiToday } from '#kernel/calendar.ts';
import { text } from '#kernel/text.ts';
import { onBehalfOf } from '#server/caller.ts';
import type { Transaction } from '#server/db/connect.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { Refused } from '#server/refusal.ts';
import type { ChangeContext, Hooks, WriteContext } from '#server/write/hooks.ts';
import { write } from '#server/write/pipeline.ts';
import { driver } from '../contract/driver.ts';
import { holdFirm } from './firm.ts';
import { settle, tellReturned } from './verification.ts';

const say = {
  notYet: text('不能晚于今天', 'Must not be later than today'),
  stopped: text(
    '本人已在其他车企被责令停岗，准予上岗后方可核验',
    'This driver has been ordered off duty at another operator; reinstate before verifying',
  ),
};

async function check(context: WriteContext<typeof driver>): Promise<void> {
  const { values, fail } = context;
  if (values.medical_on && values.medical_on > shanghaiToday()) fail('medical_on', say.notYet);
  await holdFirm(context);
}

interface OnRecord {
  readonly [column: string]: unknown;
  readonly id: number;
  readonly status: string;
}

/**
 * The rows a person is on record by, one for each firm, held in their order until the commit: an order about them and what is
 * verified of them come one after the other.
 */
const holdPerson = (tx: Transaction, which: Sql): Promise<OnRecord[]> =>
  tx.rows<OnRecord>(sql`select d.id, d.status from crew_driver d where ${which} order by d.id for no key update`);

const sameAs = (id: number): Sql =>
  sql`(d.id = ${id} or d.id_no->>'hash' = (select m.id_no->>'hash' from crew_driver m where m.id = ${id}))`;

/** Whether the authority has stopped whoever bears a number, at whichever firm. */
async function isStopped({ engine, tx }: Pick<WriteContext, 'engine' | 'tx'>, idNumber: string): Promise<boolean> {
  const rows = await holdPerson(tx, sql`d.id_no->>'hash' = ${engine.seal.hash(idNumber)}`);
  return rows.some(({ status }) => status === 'stopped');
}

/** An order is about a person: it is made, and lifted, at every firm they are on record with. */
const everywhere =
  (move: 'stop' | 'resume', from: readonly string[]) =>
  async (context: ChangeContext<typeof driver, object, { readonly reason: string }>): Promise<void> => {
    const { before, tx, engine, caller, input } = context;
    await holdPerson(tx, sameAs(before.id));
    context.note(input.reason);
    context.afterStore(async () => {
      const order = { operation: 'move', move, input: { reason: input.reason }, unread: true } as const;
      // each of them does the same for those that are left
      const next = async () =>
        (await holdPerson(tx, sameAs(before.id))).find(({ status }) => from.includes(status))?.id;
      for (let id = await next(); id !== undefined; id = await next())
        await write(engine, driver, onBehalfOf(caller), { ...order, id }, tx);
    });
  };

/** What is special about drivers: one whom an officer enters is verified at once; what an authority orders is of the person. */
export const driverHooks: Hooks<typeof driver, { status: 'working' }> = {
  async add(context) {
    const { values, caller, fail } = context;
    await check(context);
    if (caller.type === 'member') return;
    if (values.id_no && (await isStopped(context, values.id_no))) fail('id_no', say.stopped);
    values.status = 'working';
  },
  async edit(context) {
    const { values, before, fail } = context;
    await check(context);
    const drives = ['working', 'changing', 'resting'].includes(before.status);
    if (drives && values.id_no && (await isStopped(context, values.id_no))) fail('id_no', say.stopped);
  },
  moves: {
    submit: settle,
    change: settle,
    return: (context) => tellReturned(context, context.before.name),
    refuseChange: (context) => tellReturned(context, context.before.name),
    async verify({ before, tx }) {
      const rows = await holdPerson(tx, sameAs(before.id));
      if (rows.some(({ status }) => status === 'stopped'))
        throw new Refused(say.stopped, { data: { reason: 'not_ready' } });
    },
    async verifyChange(context) {
      const { id_no } = context.proposed;
      if (typeof id_no === 'string' && (await isStopped(context, id_no)))
        throw new Refused(say.stopped, { data: { reason: 'not_ready' } });
    },
    stop: everywhere('stop', ['working', 'changing', 'resting']),
    resume: everywhere('resume', ['stopped']),
  },
};
