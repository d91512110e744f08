import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '#data/package-root.ts';

/** Style sheets that rearrange the whole product: for print, and for touch. */
const everywhere = /^web\/(?:theme\/(?:thumb|touch)|record\/print\/print)\.css$/;

/** The owner of a style sheet, which may style its own classes: `modules/travel`, `web/shell`. */
const ownerOf = (file: string): string => file.split('/').slice(0, 2).join('/');

/** Classes that a style sheet styles on their own: `.xj-road {`, not `.xj-shell .xj-road {`. */
function laidOutIn(file: string): string[] {
  const css = fs.readFileSync(path.join(packageRoot, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');
  return [...css.matchAll(/(?:^|[{}])\s*\.(xj-[\w-]+)\s*(?=[,{])/g)].map(([, name]) => name as string);
}

test('a class is styled in one place only, because loaded style sheets stay and apply to later pages too', () => {
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
