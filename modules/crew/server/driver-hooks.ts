import { shanghaiToday } from '#kernel/calendar.ts';
import { text } from '#kernel/text.ts';
import type { Hooks, WriteContext } from '#server/write/hooks.ts';
import type { driver } from '../contract/driver.ts';
import { settle, tellReturned } from './verification.ts';

const notYet = text('不能晚于今天', 'Not later than today');

function check({ values, fail }: WriteContext<typeof driver>): void {
  if (values.medical_on && values.medical_on > shanghaiToday()) fail('medical_on', notYet);
}

/** What is special about drivers: one whom an officer enters is verified at once. */
export const driverHooks: Hooks<typeof driver, { status: 'working' }> = {
  add(context) {
    check(context);
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
