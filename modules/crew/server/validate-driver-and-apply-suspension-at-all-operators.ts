import { text } from '#kernel/text/text.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { Refused } from '#server/refusal.ts';
import type { WriteContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import { driver } from '../contract/driver.ts';
import { crewNotVerifiedNotification } from './crew-record-not-verified-message.ts';
import { refuseCrewOfClosedEnterprise } from './refuse-crew-of-closed-enterprise.ts';
import {
  isDriverStopped,
  isDriverStoppedByHash,
  lockRowsOfPerson,
  reinstateAtAllOperators,
  statesOfDriverAtWork,
  suspendAtAllOperators,
} from './suspend-driver-at-all-operators.ts';

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
};

async function check(context: WriteContext<typeof driver>): Promise<void> {
  const { values, fail } = context;
  if (values.medical_on && values.medical_on > shanghaiToday()) fail('medical_on', texts.notYet);
  await refuseCrewOfClosedEnterprise(context);
}

const returned = crewNotVerifiedNotification(driver, 'name');

/** Hooks of drivers: orders of an authority apply to the person. */
export const driverWriteHooks: WriteHooks<typeof driver> = {
  async restore({ tx, row: { status, id_no } }) {
    const { hash } = (id_no ?? {}) as { readonly hash?: string };
    if (hash && statesOfDriverAtWork.includes(String(status)) && (await isDriverStoppedByHash(tx, hash)))
      throw new Refused(texts.restored, { data: { reason: 'not_ready' } });
  },
  async add(context) {
    const { values, caller, fail } = context;
    await check(context);
    if (caller.type !== 'member' && values.id_no && (await isDriverStopped(context, values.id_no)))
      fail('id_no', texts.stopped);
  },
  async edit(context) {
    const { values, before, fail } = context;
    await check(context);
    const drives = statesOfDriverAtWork.includes(before.status);
    if (drives && values.id_no && (await isDriverStopped(context, values.id_no))) fail('id_no', texts.stopped);
  },
  notify: { return: returned, refuseChange: returned },
  moves: {
    async verify({ before, tx }) {
      const rows = await lockRowsOfPerson(tx, before.id);
      if (rows.some(({ status }) => status === 'stopped'))
        throw new Refused(texts.stopped, { data: { reason: 'not_ready' } });
    },
    async verifyChange(context) {
      const { id_no } = context.proposed;
      if (typeof id_no === 'string' && (await isDriverStopped(context, id_no)))
        throw new Refused(texts.stopped, { data: { reason: 'not_ready' } });
    },
    stop: suspendAtAllOperators,
    resume: reinstateAtAllOperators,
  },
};
