import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '#data/package-root.ts';

/** What arranges the whole product anew: on paper, below a thumb. */
const everywhere = /^web\/(?:theme|record\/print\/print\.css)/;

/** `modules/travel`, `web/shell`: who may lay a class out. */
const ownerOf = (file: string): string => file.split('/').slice(0, 2).join('/');

/** Classes that a style sheet lays out by themselves: `.xj-road {`, not `.xj-shell .xj-road {`. */
function laidOutIn(file: string): string[] {
  const css = fs.readFileSync(path.join(packageRoot, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');
  return [...css.matchAll(/(?:^|[{}])\s*\.(xj-[\w-]+)\s*(?=[,{])/g)].map(([, name]) => name as string);
}

test('a class is laid out in one place: style sheets that were loaded stay, and meet those of other pages', () => {
  const owners = new Map<string, Set<string>>();
  for (const room of ['web', 'modules'])
    for (const name of fs.readdirSync(path.join(packageRoot, room), { recursive: true, encoding: 'utf8' })) {
      const file = `${room}/${name}`.replaceAll(path.sep, '/');
      if (!file.endsWith('.css') || everywhere.test(file)) continue;
      for (const one of laidOutIn(file)) owners.set(one, new Set([...(owners.get(one) ?? []), ownerOf(file)]));
    }
  const shared = [...owners].filter(([, of]) => of.size > 1).map(([name, of]) => `.${name}: ${[...of].join(', ')}`);
  expect(shared).toEqual([]);
});
