import { text } from '#kernel/text/text.ts';
import { shanghaiDateOf, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { expertEngagement } from '#modules/library/contract/expert/expert-engagement.ts';
import { onBehalfOf } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { ChangeContext, WriteContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import { write } from '#server/write/write-pipeline.ts';
import type { expertDraw } from '../../contract/expert-draw/random-expert-draw.ts';
import { makeServerSeed, storeOpenedSeeds, storeSeed } from '../draw/make-hash-and-open-draw-seeds.ts';
import { readDatabaseClock } from '../draw/read-database-clock.ts';
import { requireRedrawToNameVoidDraw } from '../draw/require-redraw-to-name-void-draw.ts';
import { computeListRootsInWorkerThread, runDrawInWorkerThread } from '../draw/run-draw-in-worker-thread.ts';
import {
  isCommittable,
  readSeeds,
  validateDrawWitnesses,
  validateServerSeed,
  warnOfLapsedOfficersOrExperts,
} from '../draw/validate-draw-witnesses-time-and-seeds.ts';
import { discardFrozenExperts, freezeExperts, readFrozenExperts } from './freeze-eligible-experts.ts';

type Change<I = Readonly<Record<string, unknown>>> = ChangeContext<typeof expertDraw, object, I>;

const texts = {
  redrawMissing: text(
    '三十天内同地区、同领域、同一企业的专家抽取作废过，重新抽取须注明是哪一次',
    'A draw for the same area, field and enterprise was voided within thirty days: state that this one draws it again',
  ),
  redrawElsewhere: text('那一次抽取的地区、领域或企业不同', 'That draw was for another area, field or enterprise'),
  tooMany: text(
    '要抽取 {count} 人，名单上只有 {n} 人',
    '{count} {count|expert is|experts are} to be drawn, but only {n} {n|is|are} listed',
  ),
  otherDraw: text(
    '本领域的专家抽取 {no} 尚未公布记录，也未作废；公布或作废之后才能公布另一次的承诺',
    'Draw {no} of experts in this field is neither published nor void. Until it is, no other draw can be committed to',
  ),
  changed: text(
    '专家名单与公布的承诺不符，抽取不能进行，只能作废',
    'The list of experts is not the one committed to. This draw cannot be made and must be voided',
  ),
};

/** Draws of experts have no plan: one repeats void ones for the same area, field and enterprise. */
async function checkRedrawForSameMatter(context: WriteContext<typeof expertDraw>): Promise<void> {
  const { area_code, expert_field, enterprise_id, redraw_of } = { ...context.before, ...context.values };
  if (!area_code || !expert_field) return;
  await requireRedrawToNameVoidDraw(context, context.before?.id, {
    kind: 'expert',
    redrawOf: redraw_of,
    same: sql`(t.area_code, t.expert_field) = (${area_code}, ${expert_field}) and t.enterprise_id is not distinct from ${enterprise_id ?? null}::bigint`,
    recent: sql`t.voided_at > now() - interval '30 days'`,
    texts,
  });
}

/** Freezes the list and computes its root. */
async function prepare(context: Change): Promise<void> {
  const { tx, before, values, fail } = context;
  await checkRedrawForSameMatter(context);
  await validateDrawWitnesses(context);
  const { area_code, expert_field, enterprise_id, persons, count } = before;
  const day = shanghaiDateOf(before.draw_at);
  const n = await freezeExperts(tx, before.id, { area_code, expert_field, enterprise_id, persons, day });
  if (n < count) fail('count', texts.tooMany, { count, n });
  const { object_root } = await computeListRootsInWorkerThread({
    task: 'roots',
    kind: 'expert',
    lists: await readFrozenExperts(tx, before.id),
  });
  Object.assign(values, { object_root, object_count: n });
  context.enterInChain({ object_root, object_count: n });
}

/** Publishes the commitment: from now on the list and the platform's seed are fixed. */
async function commit(context: Change): Promise<void> {
  const { engine, tx, before, values, fail } = context;
  // of several, somebody could publish the one that pleases; an index refuses those that overlook each other
  const other = await tx.row<{ no: string }>(sql`
    select no from enforcement_expert_draw where id <> ${before.id} and status in ('committed', 'drawn')
      and (area_code, expert_field) = (${before.area_code}, ${before.expert_field})
      and enterprise_id is not distinct from ${before.enterprise_id} limit 1`);
  if (other) fail('expert_field', texts.otherDraw, { no: other.no });
  await checkRedrawForSameMatter(context);
  const at = await readDatabaseClock(tx);
  values.committed_at = at;
  if (!isCommittable(before.draw_at, at, fail)) return;
  const { seed, hash } = makeServerSeed();
  values.server_seed_hash = hash;
  const { count, object_root, beacon_source, draw_at } = before;
  context.enterInChain({ count, pairing: 'none', object_root, beacon_source, draw_at, server_seed_hash: hash });
  context.afterStore((id) => storeSeed(engine, tx, 'expert', { draw: id, witness: null, seed }));
}

/** Opens the seeds and draws in one transaction. */
async function open(context: Change<{ readonly beacon?: string | null | undefined }>): Promise<void> {
  const { tx, before, values, input, fail } = context;
  const at = await readDatabaseClock(tx);
  const sealed = await readSeeds(context, 'expert', { ...before, at }, input.beacon ?? null);
  // a result foreseen could be avoided
  await warnOfLapsedOfficersOrExperts(context, 'expert', before.id);
  if (!sealed || context.previewed) return;
  const seeds = validateServerSeed(context, before.server_seed_hash, sealed);
  if (!seeds) return;
  const lists = await readFrozenExperts(tx, before.id);
  const { count, object_root } = before;
  const drawn = await runDrawInWorkerThread({
    task: 'draw',
    kind: 'expert',
    lists,
    commitment: { count, pairing: 'none', object_root: object_root ?? '' },
    seeds,
  });
  if ('changed' in drawn) return fail('object_root', texts.changed);
  values.drawn_at = at;
  values.result_hash = drawn.hash;
  context.enterInChain({ seeds, result_hash: drawn.hash });
  context.afterStore(async (id) => {
    await tx.query(sql`
      update enforcement_expert_draw_object o set position = r.position
      from jsonb_array_elements(${drawn.results}::jsonb) with ordinality r (one, position)
      where o.draw_id = ${id} and o.expert_id = (r.one ->> 0)::bigint`);
    await storeOpenedSeeds(tx, 'expert', id, seeds);
  });
}

/** Enters an engagement for each drawn expert; the fee follows when it is known. */
function publish({ engine, tx, caller, before, afterStore }: Change): void {
  afterStore(async (id) => {
    const drawn = await tx.rows<{ expert_id: number }>(sql`
      select o.expert_id from enforcement_expert_draw_object o join library_expert x on x.id = o.expert_id
      where o.draw_id = ${id} and o.position is not null order by o.position`);
    const matter = `${before.matter}（${before.no ?? ''}）`;
    for (const { expert_id } of drawn) {
      const input = { expert_id, served_on: shanghaiToday(), matter };
      await write(engine, expertEngagement, onBehalfOf(caller), { operation: 'add', input, unread: true }, tx);
    }
  });
}

/** Hooks of draws of experts: the protocol of `docs/formats/draw.md`, without officers. */
export const expertDrawWriteHooks: WriteHooks<typeof expertDraw> = {
  add: checkRedrawForSameMatter,
  edit: checkRedrawForSameMatter,
  moves: {
    prepare,
    async reopen({ tx, before, values }) {
      await discardFrozenExperts(tx, before.id);
      Object.assign(values, { object_count: null, object_root: null, frozen_at: null });
    },
    commit,
    open,
    publish,
  },
};
