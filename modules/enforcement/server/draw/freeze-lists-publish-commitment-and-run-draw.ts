import type { PairingMode } from '#kernel/random-draw/draw-record-types.ts';
import { textIn } from '#kernel/text/text.ts';
import { shanghaiDateOf } from '#kernel/time/shanghai-time.ts';
import { enforcementDomains } from '#modules/library/contract/domain/enforcement-domain.ts';
import { sql } from '#server/db/sql.ts';
import type { ChangeContext, WriteContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import type { draw } from '../../contract/draw/random-inspection-draw.ts';
import { plan } from '../../contract/plan/inspection-plan.ts';
import { drawRefusalTexts as texts } from './draw-refusal-texts.ts';
import {
  discardFrozenDrawLists,
  freezeDrawLists,
  readFrozenLists,
} from './freeze-eligible-enterprises-and-officers.ts';
import { makeServerSeed, storeOpenedSeeds, storeSeed } from './make-hash-and-open-draw-seeds.ts';
import { readDatabaseClock } from './read-database-clock.ts';
import { requireRedrawToNameVoidDraw } from './require-redraw-to-name-void-draw.ts';
import { computeListRootsInWorkerThread, runDrawInWorkerThread } from './run-draw-in-worker-thread.ts';
import {
  isCommittable,
  readSeeds,
  validateDrawWitnesses,
  validateServerSeed,
  warnOfLapsedOfficersOrExperts,
} from './validate-draw-witnesses-time-and-seeds.ts';

type Change<I = Readonly<Record<string, unknown>>> = ChangeContext<typeof draw, object, I>;

/** Officers who check an enterprise together. */
const officersPerObject = 2;
/** Groups without a pair that a refusal names. */
const mostGroupsNamed = 5;

/** A draw repeats void ones of its plan. */
async function checkRedrawOfPlan(context: WriteContext<typeof draw>): Promise<void> {
  const { plan_id, redraw_of } = { ...context.before, ...context.values };
  if (!plan_id) return;
  const same = sql`t.plan_id = ${plan_id}`;
  await requireRedrawToNameVoidDraw(context, context.before?.id, {
    kind: 'enterprise',
    redrawOf: redraw_of,
    same,
    recent: sql`true`,
    texts,
  });
}

/** Freezes the lists and computes their roots; refuses what could never be drawn. */
async function prepare(context: Change): Promise<void> {
  const { tx, before, values, caller, fail, require } = context;
  await checkRedrawOfPlan(context);
  await validateDrawWitnesses(context);
  const planned = await require(plan, before.plan_id, { status: ['published', 'running'], field: 'plan_id' });
  if (!planned) return;
  const counts = await freezeDrawLists(tx, before.id, {
    ...planned,
    pairing: before.pairing as PairingMode,
    day: shanghaiDateOf(before.draw_at),
  });
  if (counts.objects === 0) fail('plan_id', texts.noObjects);
  else if (counts.objects < before.count) fail('count', texts.tooMany, { count: before.count, n: counts.objects });
  if (counts.officers < officersPerObject) fail('pairing', texts.fewOfficers, { n: counts.officers });
  else
    for (const group of counts.unpaired.slice(0, mostGroupsNamed))
      fail('pairing', texts.unpaired, {
        area: group.area_name,
        domain: textIn(enforcementDomains[group.domain as keyof typeof enforcementDomains], caller.locale),
        n: group.n,
        local: group.local,
        others: group.others,
      });
  const roots = await computeListRootsInWorkerThread({
    task: 'roots',
    kind: 'enterprise',
    lists: await readFrozenLists(tx, before.id),
  });
  Object.assign(values, roots, { object_count: counts.objects, officer_count: counts.officers });
  context.enterInChain({ ...roots, object_count: counts.objects, officer_count: counts.officers });
}

/**
 * A plan has one draw at a time whose result is not public: of several, somebody could publish the one that pleases.
 * The commitment has locked the plan, so that two cannot overlook each other.
 */
async function checkOtherDraws({ tx, before, fail }: Change): Promise<void> {
  const other = await tx.row<{ no: string }>(sql`
    select no from enforcement_draw where plan_id = ${before.plan_id} and id <> ${before.id} and status in ('committed', 'drawn') limit 1`);
  if (other) fail('plan_id', texts.otherDraw, { no: other.no });
}

/** Publishes the commitment: from now on the lists and the platform's seed are fixed. */
async function commit(context: Change): Promise<void> {
  const { engine, tx, before, values, fail } = context;
  await checkOtherDraws(context);
  await checkRedrawOfPlan(context);
  const at = await readDatabaseClock(tx);
  values.committed_at = at;
  if (!isCommittable(before.draw_at, at, fail)) return;
  const { seed, hash } = makeServerSeed();
  values.server_seed_hash = hash;
  const { count, pairing, object_root, officer_root, beacon_source, draw_at } = before;
  context.enterInChain({ count, pairing, object_root, officer_root, beacon_source, draw_at, server_seed_hash: hash });
  context.afterStore((id) => storeSeed(engine, tx, 'enterprise', { draw: id, witness: null, seed }));
}

/** Opens the seeds and draws, all in one transaction: a server that stops meanwhile has drawn nothing. */
async function open(context: Change<{ readonly beacon?: string | null | undefined }>): Promise<void> {
  const { tx, before, values, input, fail } = context;
  const at = await readDatabaseClock(tx);
  const sealed = await readSeeds(context, 'enterprise', { ...before, at }, input.beacon ?? null);
  await warnOfLapsedOfficersOrExperts(context, 'enterprise', before.id);
  if (!sealed) return;
  await context.cascadeMove(plan, sql`t.id = ${before.plan_id}`, 'start');
  // a result foreseen, be it only by its hash, could be avoided: by voiding the draw, or by writing the number differently
  if (context.previewed) return;
  const seeds = validateServerSeed(context, before.server_seed_hash, sealed);
  if (!seeds) return;
  const { count, pairing, object_root, officer_root } = before;
  const drawn = await runDrawInWorkerThread({
    task: 'draw',
    kind: 'enterprise',
    lists: await readFrozenLists(tx, before.id),
    commitment: {
      count,
      pairing: pairing as PairingMode,
      object_root: object_root ?? '',
      officer_root: officer_root ?? '',
    },
    seeds,
  });
  if ('changed' in drawn)
    return drawn.changed === 'objects'
      ? fail('object_root', texts.objectsChanged)
      : fail('officer_root', texts.officersChanged);
  values.drawn_at = at;
  values.result_hash = drawn.hash;
  context.enterInChain({ seeds, result_hash: drawn.hash });
  context.afterStore(async (id) => {
    await tx.query(sql`
      insert into enforcement_draw_result (draw_id, position, enterprise_id, officers)
      select ${id}, r.position, (r.one ->> 0)::bigint, array(select o::bigint from jsonb_array_elements_text(r.one -> 1) o)
      from jsonb_array_elements(${drawn.results}::jsonb) with ordinality r (one, position)`);
    await storeOpenedSeeds(tx, 'enterprise', id, seeds);
  });
}

/** Hooks of draws: the protocol of `docs/formats/draw.md`. */
export const drawWriteHooks: WriteHooks<typeof draw> = {
  add: checkRedrawOfPlan,
  edit: checkRedrawOfPlan,
  moves: {
    prepare,
    async reopen({ tx, before, values }) {
      await discardFrozenDrawLists(tx, before.id);
      Object.assign(values, {
        object_count: null,
        officer_count: null,
        object_root: null,
        officer_root: null,
        frozen_at: null,
      });
    },
    commit,
    open,
  },
};
