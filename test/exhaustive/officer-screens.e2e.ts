import { expect, it } from 'vitest';
import { callAs, signInByCall, startVisits } from '../../e2e/support/visits.ts';
import {
  abroad,
  desktop,
  type Look,
  night,
  phone,
  type Rule,
  screensOf,
  walkScreens,
  walkTimeout,
} from './walk-screens.ts';

const visits = startVisits();

/** The demonstration officers that the first start creates, each in a combination that the others do not use. */
const officers: readonly (readonly [who: string, Look])[] = [
  ['admin', desktop],
  ['admin', night],
  ['admin', phone],
  ['city', abroad],
  ['county1', desktop],
];

it.each(officers)('every screen of %s %o', { timeout: walkTimeout }, async (who, look) => {
  const { token } = await signInByCall(visits.url, who, visits.password);
  const { menus } = await callAs<{ menus: Rule[] }>(visits.url, token, '/admin/index/index');
  expect(await walkScreens(visits, screensOf('admin', menus), look, { as: who })).toEqual([]);
});
