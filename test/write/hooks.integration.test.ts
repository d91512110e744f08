import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { WriteHooksOfAnyResource } from '#server/engine/write-hook-types-for-any-resource.ts';
import { collectHooks } from '#server/write/hook/run-write-hooks.ts';
import type { WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import { write } from '#server/write/write-pipeline.ts';
import { createTestEngine, type TestEngine } from '../support/test-engine.ts';

const label = text('标本', 'Specimen');
const specimen = resource({
  name: 'lab/specimen',
  label,
  title: 'name',
  scope: 'all',
  tree: 'pid',
  fields: {
    name: field.text(label, { required: true }),
    price: field.money(label),
    sampled: field.datetime(label),
    rare: field.switch(label),
    found: field.place(label),
    notes: field.pairs(label),
    tags: field.selects(label, { options: { a: label, b: label } }),
    id_no: field.idNumber(label, { privacy: 'masked' }),
    pid: field.parent(label, { to: 'lab/specimen' }),
    paid: field.money(label, { write: 'server' }),
  },
  life: lifecycle({
    initial: 'open',
    states: { open: label, shut: { ...label, final: true } },
    moves: {
      shut: {
        from: ['open'],
        to: 'shut',
        label,
        input: { paid: field.money(label, { required: true }), why: field.text(label) },
      },
    },
  }),
});
/** A column that is no field. */
interface Apart {
  drawer: number;
}

let on: TestEngine;
let chief: Caller;
beforeAll(async () => {
  on = await createTestEngine();
  chief = await on.officer('admin');
  await on.db.query(`create table lab_specimen (id bigint generated always as identity primary key, name text not null, price bigint,
    sampled timestamptz, rare boolean, found point, notes jsonb, tags text[], id_no jsonb, pid bigint references lab_specimen, paid bigint,
    drawer integer, weigh integer, status text not null, due_at timestamptz, version integer not null default 1,
    createtime timestamptz not null default now(), updatetime timestamptz not null default now())`);
});
afterAll(() => on.close());

/** The engine with only these hooks; they know the resource declared here. */
const hooked = (...sets: WriteHooksOfAnyResource[]): Engine => ({
  ...on.engine,
  find: (name) => (name === specimen.name ? (specimen as AnyResource) : on.engine.find(name)),
  hooks: new Map([[specimen.name, sets]]),
});
const stored = async (id: number) =>
  (
    await on.db.row<{ row: Record<string, unknown> }>(
      sql`select to_jsonb(t) as row from lab_specimen t where id = ${id}`,
    )
  )?.row;

const form = {
  name: '甲',
  price: '1,234.5',
  sampled: '2026-02-28 10:05',
  rare: true,
  found: '102.7, 25.04',
  notes: [{ key: 'a', value: 1 }],
  tags: 'a,b',
  id_no: '11010519491231002x',
  pid: '0',
};
const wire = {
  name: '甲',
  price: '1234.50',
  sampled: 1_772_244_300,
  rare: '1',
  found: { lng: 102.7, lat: 25.04 },
  notes: [{ key: 'a', value: '1' }],
  tags: ['a', 'b'],
  id_no: '11010519491231002X',
  pid: 0,
};

describe('hooks use wire values', () => {
  test("input, existing values and set values have the same form, different from the database's", async () => {
    const seen: Record<string, unknown>[] = [];
    const hooks: WriteHooks<typeof specimen, Apart> = {
      add({ values, compute }) {
        seen.push({ ...values });
        values.paid = '0.10';
        values.drawer = 7;
        compute('weigh', sql`20 + 3`);
      },
      edit({ before, values }) {
        seen.push({ ...before }, { ...values });
        // values that were read can be written unchanged
        Object.assign(values, { price: before.price, sampled: before.sampled, rare: before.rare, found: before.found });
        Object.assign(values, { notes: before.notes, tags: before.tags, pid: before.pid, paid: before.paid });
      },
      moves: {
        shut({ before, input, values }) {
          seen.push({ ...before }, { ...input }, { ...values });
          expectTypeOf(input.paid).toEqualTypeOf<string>();
          expectTypeOf(input.why).toEqualTypeOf<string | null | undefined>();
        },
      },
    };
    const engine = hooked(hooks);
    const { id } = await write(engine, specimen, chief, { operation: 'add', input: form });
    expect(seen.shift()).toEqual(wire);
    const first = await stored(id);
    expect(first).toMatchObject({
      price: 123_450,
      rare: true,
      found: '(102.7,25.04)',
      pid: null,
      paid: 10,
      drawer: 7,
      weigh: 23,
    });
    expect(first?.id_no).toMatchObject({ mask: '1101**********002X', cipher: expect.any(String) });

    await write(engine, specimen, chief, { operation: 'edit', id, input: { price: 5 } });
    expect(seen.shift()).toMatchObject({ ...wire, paid: '0.10', id_no: '1101**********002X' });
    expect(seen.shift()).toEqual({ price: '5.00' });
    const { version: _v, updatetime: _u, ...same } = first ?? {};
    expect(await stored(id)).toMatchObject(same);

    await write(engine, specimen, chief, { operation: 'move', move: 'shut', id, input: { paid: 12 } });
    expect(seen.splice(0)).toEqual([
      expect.objectContaining({ price: '1234.50' }),
      { paid: '12.00' },
      { paid: '12.00' },
    ]);
    expect(await stored(id)).toMatchObject({ paid: 1200, status: 'shut' });
  });

  test('code that contradicts the declaration does not compile', () => {
    // never called: the type checker reads it
    const refused: WriteHooks<typeof specimen, Apart> = {
      add({ values }) {
        // @ts-expect-error money is not a number
        values.price = 1200;
        // @ts-expect-error a moment is one
        values.sampled = '2026-02-28';
        // @ts-expect-error there is no such field
        values.colour = 'red';
        // @ts-expect-error the option is not declared
        values.tags = ['c'];
        // @ts-expect-error a column that is no field has a type too
        values.drawer = 'seven';
      },
      edit({ before, choose, emit }) {
        // @ts-expect-error nor here
        before.colour;
        // @ts-expect-error the state is not declared
        choose('lost');
        // @ts-expect-error the event is not declared
        emit('burnt');
      },
      moves: {
        shut({ input }) {
          // @ts-expect-error the event has no such key
          input.paid_on;
        },
      },
    };
    // @ts-expect-error a move that is not declared has no hook
    const unknown: WriteHooks<typeof specimen> = { moves: { open() {} } };
    expect([refused, unknown]).toBeDefined();
  });
});

describe('hooks of several modules on one resource', () => {
  const named = (name: string, order: string[], fails = false): WriteHooksOfAnyResource => ({
    add(context) {
      order.push(name);
      if (fails) context.fail('name', label);
    },
  });

  test('run in the order of the modules, and end with the first that refuses', async () => {
    const order: string[] = [];
    const parts = ['one', 'two', 'three'].map((name) => ({
      hooks: { [specimen.name]: named(name, order, name === 'two') },
    }));
    const gathered = collectHooks(parts, [specimen]);
    const engine = { ...hooked(), hooks: gathered };
    await expect(write(engine, specimen, chief, { operation: 'add', input: { name: '乙' } })).rejects.toThrow();
    expect(order.splice(0)).toEqual(['one', 'two']);
    const { id } = await write(hooked(named('a', order), named('b', order)), specimen, chief, {
      operation: 'add',
      input: { name: '乙' },
    });
    expect([order, (await stored(id))?.name]).toEqual([['a', 'b'], '乙']);
  });

  test('must be for declared resources and moves, or the product does not start', () => {
    expect(() => collectHooks([{ hooks: { 'lab/nothing': {} } }], [specimen])).toThrow('lab/nothing');
    expect(() => collectHooks([{ hooks: { 'lab/specimen': { moves: { open() {} } } } }], [specimen])).toThrow('open');
  });
});
