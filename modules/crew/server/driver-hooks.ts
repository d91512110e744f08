import { shanghaiToday } from '#kernel/calendar.ts';
import { validityOn } from '#kernel/ending.ts';
import { text } from '#kernel/text.ts';
import type { Hooks, Values, WriteContext } from '#server/write/hooks.ts';
import type { Driver, driver } from '../contract/driver.ts';
import { settle, tellReturned } from './verification.ts';

const notYet = text('不能晚于今天', 'Not later than today');

const valid = (told: Values<typeof driver>, before?: Readonly<Driver>) => {
  const all = { ...before, ...told };
  return validityOn(shanghaiToday(), [all.licence_valid_to, all.qualification_valid_to]);
};

function check({ values, before, fail }: WriteContext<typeof driver>): void {
  if (values.medical_on && values.medical_on > shanghaiToday()) fail('medical_on', notYet);
  values.validity = valid(values, before);
}

/** What is special about drivers: what the day does to their papers. */
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
    verifyChange({ values, proposed, before }) {
      values.validity = valid(proposed, before);
    },
  },
};
