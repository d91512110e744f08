// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import type { ShownClock } from '#kernel/wire/response-envelope-refusal-list-page-and-row-property-types.ts';
import { RecordStateBar } from './record-state-bar.tsx';

const sample = resource({
  name: 'sample/sample',
  label: text('样', 'Sample'),
  title: 'name',
  scope: 'all',
  fields: { name: field.text(text('名', 'Name')) },
  life: lifecycle({
    initial: 'open',
    states: { open: text('办理中', 'Open'), ended: { ...text('已结束', 'Ended'), final: true } },
    clocks: { term: { ...text('办理期限', 'Term'), rule: 'term', in: ['open'] } },
    moves: { end: { from: ['open'], to: 'ended', label: text('办结', 'End') } },
  }),
});

const due = Math.floor(Date.now() / 1000) + 5 * 86_400;
const clock: ShownClock = {
  clock: 'term',
  rule: '办理期限',
  article: null,
  unit: 'day',
  status: 'running',
  start_at: due - 10 * 86_400,
  due_at: due,
  estimated: false,
  done_at: null,
  pauses: [],
};
const countdowns = (clocks: readonly ShownClock[]) => {
  const row = { id: 1, status: 'open', due_at: due, due_unit: 'day', _clocks: clocks };
  const bar = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <RecordStateBar resource={sample} row={row} moves={{ run: () => undefined } as never} />
    </QueryClientProvider>,
  );
  return bar.match(/class="xj-due"/g)?.length ?? 0;
};

test('the deadline that is next is said once: with its name where it is listed, otherwise beside the state', () => {
  expect(countdowns([clock])).toBe(1);
  expect(countdowns([{ ...clock, due_at: due + 86_400 }])).toBe(2);
  expect(countdowns([])).toBe(1);
});
