import type { AnyResource } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { controllerNameOf, tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { type Text, text } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';
import { allOrNoneBatchAction } from '#server/calls/all-or-none-batch-action.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { Controller } from '#server/http/controller.ts';
import { nothing } from '#server/open-api/json-schema-shorthands.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { notFound, Refused } from '#server/refusal.ts';
import { check } from '../../contract/check/enforcement-check.ts';
import { draw } from '../../contract/draw/random-inspection-draw.ts';
import { roadsideCheck } from '../../contract/roadside-check.ts';
import {
  draftChecksOfSelectedRoadsideChecks,
  draftRechecksOfSelectedChecks,
} from './draft-checks-from-selected-checks-or-roadside-checks.ts';
import { draftChecksOfDraw } from './draft-checks-of-draw.ts';

const texts = {
  ofDraw: text('起草检查任务', 'Draft checks'),
  recheck: text('起草复查', 'Draft rechecks'),
  noneOfDraw: text(
    '检查任务已全部起草，或者抽取尚未公布',
    'All checks are drafted already, or the draw is not published',
  ),
  noRecheck: text(
    '没有可以复查的问题，或者已有进行中的复查',
    'There is no problem to recheck, or a recheck is under way',
  ),
  noneOfRoadside: text(
    '放行的路面检查没有需要检查的问题，其余的已起草',
    'Coaches that were released leave nothing to check; the others have their checks',
  ),
};

/** What drafts checks from these rows, all in one transaction; returns how many. */
type Draft = (engine: Engine, tx: Transaction, ids: readonly number[], caller: Caller) => Promise<number>;

/** `POST <act> {ids}`: drafts checks from rows that the caller sees, and refuses where nothing is left to draft. */
function draftAct(resource: AnyResource, act: string, title: Text, draft: Draft, none: Text): Controller {
  return {
    app: 'admin',
    name: controllerNameOf(resource),
    actions: {
      [act]: {
        ...allOrNoneBatchAction(resource, act, title, async ({ engine, caller }, ids) => {
          await engine.db.transaction(async (tx) => {
            const scope = scopeOf(resource, caller, engine.find);
            const seen = await tx.rows(
              sql`select t.id from ${sql.id(tableOf(resource))} t where t.id = any(${[...ids]}::bigint[])${scope ? sql` and ${scope}` : sql.empty}`,
            );
            if (seen.length < ids.length) throw notFound();
            if ((await draft(engine, tx, ids, caller)) === 0) throw new Refused(none);
          });
        }),
        described: {
          summary: title,
          body: { ids: field.references(text('编号', 'IDs'), { to: resource.name, required: true }) },
          data: nothing,
        },
      },
    },
  };
}

export const draftCheckFromDrawRecheckOrRoadsideCheckControllers: readonly Controller[] = [
  draftAct(
    draw,
    'draftChecks',
    texts.ofDraw,
    async (engine, tx, ids, caller) => {
      let count = 0;
      for (const id of ids) count += await draftChecksOfDraw(engine, tx, id, caller);
      return count;
    },
    texts.noneOfDraw,
  ),
  draftAct(check, 'recheck', texts.recheck, draftRechecksOfSelectedChecks, texts.noRecheck),
  draftAct(roadsideCheck, 'draftCheck', texts.ofDraw, draftChecksOfSelectedRoadsideChecks, texts.noneOfRoadside),
];
