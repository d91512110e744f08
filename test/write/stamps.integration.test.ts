import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { type Caller, onBehalfOf } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import { write } from '#server/write/write-pipeline.ts';
import { createTestEngine, type TestEngine } from '../support/test-engine.ts';
import { animal } from '../zoo/animal.ts';
import { diary } from '../zoo/diary.ts';
import { feeding } from '../zoo/feeding.ts';
import { zoo } from '../zoo/zoo.ts';

let on: TestEngine;
let chief: Caller;
let holder: Caller;
let species = 0;
beforeAll(async () => {
  on = await createTestEngine({ also: zoo });
  chief = await on.officer('admin');
  holder = await on.member('zoo_holder');
  const row = await on.db.row<{ id: number }>(
    `insert into zoo_species (name, rare) values ('大象', false) returning id`,
  );
  species = row?.id ?? 0;
});
afterAll(() => on.close());

let chips = 0;
/** An animal in quarantine, sent there by this caller. */
async function submitted(owner: Caller | undefined, by: Caller) {
  const row = await on.db.row<{ id: number }>(sql`
    insert into zoo_animal (name, chip, species_id, diet, arrives_on, area_code, user_id, status)
    values ('阿福', ${`C${++chips}`}, ${species}, 'plants', '2026-01-01', '530102', ${owner?.id ?? null}, 'draft') returning id`);
  const order = { operation: 'move', move: 'submit', id: row?.id ?? 0, input: {} } as const;
  const owned = { ...animal, members: { owner: ['index', 'submit'] } } as AnyResource;
  return (await write(on.engine, owned, by, order)).row;
}

test('a move stamps the day and the member who made it, but no officer as a member', async () => {
  expect(await submitted(undefined, chief)).toMatchObject({ submitted_on: shanghaiToday(), submitted_by: null });
  const owned = { submitted_on: shanghaiToday(), submitted_by: holder.id };
  expect(await submitted(holder, holder)).toMatchObject(owned);
  // acting for somebody, the platform has no account
  expect(await submitted(holder, onBehalfOf(holder))).toMatchObject({ ...owned, submitted_by: null });
});

test('an add stamps the moment and the officer, unless the platform sets them', async () => {
  const before = Math.floor(Date.now() / 1000);
  const { id } = await submitted(undefined, chief);
  const input = { animal_id: id, food: '竹子', fed_at: 1, fed_by: 999 };
  const { row } = await write(on.engine, feeding, chief, { operation: 'add', input });
  expect(row.fed_by).toBe(chief.id);
  expect(row.fed_at).toBeGreaterThanOrEqual(before);
  const offline = { operation: 'add', input, set: { fed_at: before - 3600 } } as const;
  expect((await write(on.engine, feeding, onBehalfOf(chief), offline)).row).toMatchObject({
    fed_at: before - 3600,
    fed_by: null,
  });
});

test('a personal row of an officer belongs to its author', async () => {
  const input = { title: '日记', day: '2026-01-01', admin_id: 999 };
  const { row } = await write(on.engine, diary, chief, { operation: 'add', input });
  expect(row.admin_id).toBe(chief.id);
});
