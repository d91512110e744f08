import { expect, test } from 'vitest';
import { publicPagesLinkedFromLightPages } from '#modules/declarations-of-public-pages-linked-from-light-pages.ts';
import { lightPublicPagesOfAllModules } from '#modules/light-public-pages.ts';
import { modules } from '#modules/registry.ts';
import { lightweightPageAt, setLightweightPages } from './lightweight-router-replacing-react-router.tsx';

const declared = modules.flatMap(({ pages = [] }) => pages);
const names = (pages: readonly { readonly name: string }[]) => pages.map(({ name }) => name).sort();

test('what the server sends as light pages is what they draw, and they link to every listed page', () => {
  expect(names(lightPublicPagesOfAllModules)).toEqual(names(declared.filter(({ light }) => light)));
  expect(names(publicPagesLinkedFromLightPages)).toEqual(names(declared.filter(({ listed }) => listed)));
  // the tag of early.js names their files by it
  const firstParts = lightPublicPagesOfAllModules.map(({ path }) => path.split('/')[1]);
  expect(new Set(firstParts).size).toBe(firstParts.length);
});

test('an address is of one light page, with its parameters, or of none', () => {
  setLightweightPages(lightPublicPagesOfAllModules);
  const at = (pathname: string) => {
    const found = lightweightPageAt(pathname);
    return found && [found.page.name, found.params];
  };
  expect(at('/complaint/TS1')).toEqual(['complaint/page', { no: 'TS1' }]);
  expect(at('/spots')).toEqual(['scenic/spots', {}]);
  expect(at('/enterprise/register')).toBeUndefined();
  expect(at('/light.html')).toBeUndefined();
});
