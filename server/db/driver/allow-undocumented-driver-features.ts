import type pg from 'pg';
import { limitPreparedStatements } from '#server/db/driver/prepared-statement-limit.ts';

/*
 * Undocumented parts of `pg` in use, because the documented way costs a tenth to a half of a read:
 * - `prepared-statement-limit.ts`: the map of statements prepared on a connection;
 * - `run-statement-on-connection.ts`: the fields of a query that hold its types and its callback;
 * - `return-results-as-bytes.ts`: the parser of a connection, and its encoding;
 * - `send-short-reads-over-pipelined-connections.ts`: the stream of a connection, and a client that sends without waiting;
 * - `take-connection-for-pipelined-or-sequential-transaction.ts`: the same, switched on for a transaction and off after it (its own test counts what is sent);
 * - `read-rows-as-raw-protocol-messages.ts`: the listener that reads from a connection.
 *
 * `allow-undocumented-driver-features.integration.test.ts` fails when an upgrade of `pg` changes any of it. The setting
 * PG_PATCHES disables all of it.
 */

const patched = new WeakSet<pg.ClientBase>();

/** Allows statements on this client to use undocumented parts of the driver (`PG_PATCHES`). */
export function allowUndocumentedFeatures(client: pg.ClientBase): void {
  patched.add(client);
  limitPreparedStatements(client);
}

/** Whether {@link allowUndocumentedFeatures} was called for this client. */
export const mayUseUndocumentedFeatures = (client: pg.ClientBase): boolean => patched.has(client);
