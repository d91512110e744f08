import { shanghaiToday } from '#kernel/calendar.ts';
import { text } from '#kernel/text.ts';
import type { Hooks, WriteContext } from '#server/write/hooks.ts';
import type { driver } from '../contract/driver.ts';
import { holdFirm } from './firm.ts';
import { settle, tellReturned } from './verification.ts';

const notYet = text('不能晚于今天', 'Not later than today');

async function check(context: WriteContext<typeof driver>): Promise<void> {
  const { values, fail } = context;
  if (values.medical_on && values.medical_on > shanghaiToday()) fail('medical_on', notYet);
  await holdFirm(context);
}

/** What is special about drivers: one whom an officer enters is verified at once. */
export const driverHooks: Hooks<typeof driver, { status: 'working' }> = {
  async add(context) {
    await check(context);
    if (context.caller.type !== 'member') context.values.status = 'working';
  },
  edit: check,
  moves: {
    submit: settle,
    change: settle,
    return: (context) => tellReturned(context, context.before.name),
    refuseChange: (context) => tellReturned(context, context.before.name),
  },
};
