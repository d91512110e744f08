import { notificationsOf, sendNotifications } from '../statement/move-notifications.ts';
import { firstOf, type WriteFeature } from './write-phases.ts';

/** Messages of a move (`notify` of the hooks), sent in the transaction that stores it. */
export const notifications: WriteFeature = {
  plan(write) {
    const { engine, tx, resource, order, happens, before, step, checked } = write;
    const { move, english } = order;
    if (!happens || !before || move === undefined || notificationsOf(engine, resource, move).length === 0)
      return undefined;
    const names = Object.keys(happens.input ?? {});
    const input = Object.fromEntries(names.map((name) => [name, firstOf(name, step?.input, checked)]));
    const stored = { resource, move, input, ...(english && { english }) };
    return { parts: () => ({ afterHooks: [() => sendNotifications(engine, tx, stored, [before.id])] }) };
  },
};
