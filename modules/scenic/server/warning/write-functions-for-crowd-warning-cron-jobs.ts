import { systemCaller } from '#server/caller.ts';
import type { Transaction } from '#server/db/open-database.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { changeRows } from '#server/write/row-set/change-many-rows-in-one-statement.ts';
import { moveRows } from '#server/write/row-set/make-lifecycle-move-on-many-rows-at-once.ts';
import type { CascadingWriteFunctions } from './raise-replace-and-clear-warnings.ts';

/** Changes and moves of warnings that no event but passing time calls for. */
export const writeFunctionsForCrowdWarningCronJobs = (engine: Engine, tx: Transaction): CascadingWriteFunctions => ({
  cascadeChange: (resource, where, set, more) =>
    changeRows(engine, resource, systemCaller(), { where, set, ...more }, tx),
  cascadeMove: (resource, where, move, more) =>
    moveRows(engine, resource, systemCaller(), { where, move, ...more }, tx),
});
