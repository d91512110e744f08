import { describe, expect, expectTypeOf, test } from 'vitest';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { type EventNameOf, eventName, eventNamesOf } from '#kernel/resource/domain-events-of-resource.ts';
import { text } from '#kernel/text/text.ts';

const label = text('许可', 'Permit');
const plain = { label, title: 'name', scope: 'all', fields: { name: field.text(label) } } as const;
const life = (emits: string) =>
  lifecycle({
    initial: 'open',
    states: { open: label, shut: label },
    moves: { shut: { from: ['open'], to: 'shut', label, emits } },
  });
const permit = resource({
  ...plain,
  name: 'shop/permit',
  facts: ['expiring'],
  life: lifecycle({
    initial: 'open',
    states: { open: label, shut: label },
    moves: {
      shut: { from: ['open'], to: 'shut', label, emits: 'closed' },
      look: { from: ['open'], to: 'open', label },
    },
  }),
});
const note = resource({ ...plain, name: 'shop/note' });

describe('the events of a resource', () => {
  test('are the standard ones, those its moves emit, and those it declares', () => {
    expect([...eventNamesOf(permit)]).toEqual(['added', 'edited', 'deleted', 'moved', 'closed', 'expiring']);
    expect([...eventNamesOf(note)]).toEqual(['added', 'edited', 'deleted', 'moved']);
    expectTypeOf<EventNameOf<typeof permit>>().toEqualTypeOf<
      'added' | 'edited' | 'deleted' | 'moved' | 'closed' | 'expiring' | 'due_soon' | 'overdue'
    >();
    expectTypeOf<EventNameOf<typeof note>>().toEqualTypeOf<'added' | 'edited' | 'deleted' | 'moved'>();
  });

  test('has a full name; other events throw', () => {
    expect(eventName(permit, 'closed')).toBe('shop/permit.closed');
    expect(() => eventName(permit, 'opened')).toThrow('opened is not an event of it');
    expect(() => eventName(note, 'expiring')).toThrow();
  });

  test.each(['edited', 'shop.closed', 'Closed', ''])('cannot be called %j', (fact) => {
    expect(() => resource({ ...plain, name: 'shop/permit', facts: [fact] })).toThrow();
    expect(() => resource({ ...plain, name: 'shop/permit', life: life(fact) })).toThrow();
  });
});
