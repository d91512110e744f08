import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '#data/package-root.ts';
import type { Move } from '#kernel/declaration/lifecycle.ts';
import { statesAfterMove } from '#kernel/lifecycle/lifecycle.ts';
import { documentOptions, documentSubjects } from '#kernel/module/official-document.ts';
import { optionListsAsOptions } from '#kernel/option/declare-editable-option-list.ts';
import { resources } from '#modules/registry.ts';
import { environmentVariables } from '#server/config.ts';
import { stateDiagram } from '../../scripts/state-diagram.ts';
import { describeReference, referenceFolder } from '../../scripts/write-reference.ts';

const read = (...names: string[]) => fs.readFileSync(path.join(packageRoot, ...names), 'utf8');

test.skipIf(process.env.MODULES)('the reference is up to date with the declarations', () => {
  const written = fs.readdirSync(referenceFolder).sort();
  const files = describeReference();
  const hint = 'run: npm run reference:docs';
  expect(written, hint).toEqual([...files.keys()].sort());
  for (const [name, text] of files) expect(read('docs', 'reference', name), `${name}: ${hint}`).toBe(text);
});

test('lists are sorted by name, whichever module a process loads first', () => {
  const names = [optionListsAsOptions.options, documentSubjects, documentOptions.options].map((each) =>
    Object.keys(each),
  );
  expect(names).toEqual(names.map((each) => [...each].sort()));
});

test.skipIf(process.env.MODULES)('links of the reference lead to existing files', () => {
  for (const [name, text] of describeReference()) {
    for (const [, target = ''] of text.matchAll(/\]\(([\w.]+\.md)\)/g)) {
      expect(fs.existsSync(path.join(referenceFolder, target)), `${name} → ${target}`).toBe(true);
    }
  }
});

test('the diagram of a life has every state, and every move between two states with its label', () => {
  for (const { life, name } of resources) {
    if (!life) continue;
    const lines = stateDiagram(life, ({ en }) => en).split('\n  ');
    const states = Object.keys(life.states).map((state) => lines.filter((line) => line.endsWith(` as s_${state}`)));
    expect(
      states.map(({ length }) => length),
      name,
    ).toEqual(states.map(() => 1));
    for (const move of Object.values<Move>(life.moves))
      for (const from of move.from)
        for (const to of statesAfterMove(move).filter((end) => end !== from)) {
          const [arrow = '', ...others] = lines.filter((line) => line.startsWith(`s_${from} --> s_${to}: `));
          expect(others, name).toEqual([]);
          expect(arrow).toContain(move.label.en.replaceAll(/[:;#"]/g, ' '));
        }
  }
});

test('the table of settings in the README is up to date', () => {
  const rows = environmentVariables.map(
    ({ name, default: preset, description }) =>
      `| \`${name}\` | ${preset ? `\`${preset}\`` : ''} | ${description['zh-cn']}<br>${description.en} |`,
  );
  expect(read('README.md')).toContain(
    ['| 变量 Variable | 默认 Default | 说明 Meaning |', '| --- | --- | --- |', ...rows].join('\n'),
  );
});

/** The anchors of the headings of a document, as GitHub names them. */
const anchorsOf = (text: string): ReadonlySet<string> =>
  new Set(
    [...text.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );

test('documents link to existing files and headings', () => {
  const documents = [
    'README.md',
    'CONTRIBUTING.md',
    ...fs
      .readdirSync(path.join(packageRoot, 'docs'), { recursive: true, encoding: 'utf8' })
      .map((file) => `docs/${file}`),
  ];
  for (const document of documents.filter((file) => file.endsWith('.md') && !file.startsWith('docs/reference/'))) {
    const links = read(document).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g);
    for (const [, target = '', anchor] of links) {
      const file = target === '' ? document : path.join(path.dirname(document), decodeURI(target));
      expect(fs.existsSync(path.join(packageRoot, file)), `${document} → ${target}`).toBe(true);
      if (anchor && file.endsWith('.md'))
        expect(anchorsOf(read(file)), `${document} → ${target}`).toContain(decodeURI(anchor));
    }
  }
});
