// @vitest-environment jsdom
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { DeclaredMoveEffects } from './declared-effects-of-move.tsx';

const life = lifecycle({
  initial: 'open',
  states: {
    open: text('整改中', 'Open'),
    submitted: text('待复核', 'Under review'),
    need_onsite: text('待现场复查', 'Awaiting a visit'),
  },
  moves: {
    submit: { from: ['open'], to: 'submitted', orTo: ['need_onsite'], label: text('提交', 'Submit') },
    visit: { from: ['submitted'], to: 'need_onsite', label: text('转现场复查', 'Visit') },
  },
});
const sample = resource({
  name: 'sample/sample',
  label: text('样', 'Sample'),
  title: 'name',
  scope: 'all',
  fields: { name: field.text(text('名', 'Name')) },
  life,
});
const effects = (name: keyof typeof life.moves) => {
  const move = life.moves[name];
  const offered = { name, move, label: move.label } as never;
  return renderToStaticMarkup(<DeclaredMoveEffects resource={sample} offered={offered} id={1} />).replace(
    /<[^>]+>/g,
    '',
  );
};

test('a move that may end in one of several states names them all', () => {
  expect(effects('visit').replaceAll(' ', '')).toBe('状态变为待现场复查');
  expect(effects('submit').replaceAll(' ', '')).toBe('状态变为待复核或待现场复查');
});
