import { sql } from '#server/db/sql.ts';
import { hasOpenTodoMessages, settleLateTodoMessages, settleTodoMessages } from '../row-set/settle-todo-messages.ts';
import { notificationStatementsWithinRowStatement } from '../statement/notification-statements-within-row-statement.ts';
import { notificationsOf, rowAddedEvent, sendNotifications } from '../statement/send-declared-notifications.ts';
import { firstValueOfProperty, moveTakesEffect, type WriteFeature } from './write-phase-and-feature-types.ts';

/**
 * The messages of an added row or a move (`notify` of the hooks). They are sent in the transaction that stores the row;
 * if they need nothing but the row, even in the same statement.
 */
export const sendDeclaredNotifications: WriteFeature = {
  plan(write) {
    const { engine, tx, resource, caller, order, happens, before, step, checked } = write;
    const event = order.operation === 'add' ? rowAddedEvent : order.move;
    if (event === undefined || !moveTakesEffect(write)) return undefined;
    const all = notificationsOf(engine, resource, event, caller);
    if (all.length === 0) return undefined;
    const names = Object.keys(happens?.input ?? {});
    const input = Object.fromEntries(names.map((name) => [name, firstValueOfProperty(name, step?.input, checked)]));
    const { english } = order;
    const stored = { resource, event, input, ...(english && { english }) };
    const [early, late] = [all.filter((one) => one.before), all.filter((one) => !one.before)];
    return {
      async parts({ values }) {
        if (before) await sendNotifications(engine, tx, stored, early, [before.id]);
        const statements = late.map((one) =>
          before ? notificationStatementsWithinRowStatement(engine, stored, one, { ...before, ...values }) : undefined,
        );
        const apart = late.filter((_, place) => !statements[place]);
        return {
          statements: statements.flatMap((some) => some ?? []),
          needsTransaction: early.length > 0,
          ...(apart.length > 0 && { afterHooks: [(id) => sendNotifications(engine, tx, stored, apart, [id])] }),
        };
      },
    };
  },
};

/**
 * The to-do messages about a row that its move `settles`, before it sends others. Whether there are any is read with the
 * row, because most rows have none; a row that was waited for is asked again. Those that came after the row was read are
 * settled by the statement that stores it.
 */
export const settleTodos: WriteFeature = {
  state({ engine, resource, move, order }) {
    const open = move?.settles && order.id && hasOpenTodoMessages(engine, resource, sql`${order.id}`);
    return open ? [sql`'todos', ${open}`] : [];
  },
  plan({ engine, resource, happens, before, locks, state }) {
    if (!happens?.settles || !before) return undefined;
    const late = state.todos || locks ? undefined : settleLateTodoMessages(engine, resource);
    if (late) return { parts: () => ({ statements: [late] }) };
    return { runHooks: ({ cascadeChange }) => settleTodoMessages(engine, cascadeChange, resource, [before.id]) };
  },
};
