import { expect, it } from 'vitest';
import { startVisits } from '../../e2e/support/visits.ts';
import { abroad, type Look, night, phone, type Rule, screensOf, walkScreens, walkTimeout } from './walk-screens.ts';

const visits = startVisits();

/** The demonstration members that the first start creates. */
const members: readonly (readonly [who: string, Look])[] = [
  ['agency1', night],
  ['agency1', phone],
  ['coach1', abroad],
  ['homestay1', phone],
  ['scenic1', phone],
  ['guide1', phone],
  ['guide1', night],
  ['tourist1', abroad],
];

async function memberInfo(username: string): Promise<{ token: string }> {
  const response = await fetch(`${visits.url}/api/user/checkIn`, {
    method: 'POST',
    headers: { server: 'true', 'content-type': 'application/json' },
    body: JSON.stringify({ tab: 'login', username, password: visits.password }),
  });
  const { code, msg, data } = (await response.json()) as { code: number; msg: string; data: { userInfo: never } };
  if (code !== 1) throw new Error(`${username} could not sign in: ${msg}`);
  return data.userInfo;
}

it.each(members)('every screen of the member %s %o', { timeout: walkTimeout }, async (who, look) => {
  const info = await memberInfo(who);
  const response = await fetch(`${visits.url}/api/user/index`, {
    headers: { server: 'true', 'ba-user-token': info.token },
  });
  const { data } = (await response.json()) as { data: { menus: Rule[] } };
  const storage = { userInfo: JSON.stringify(info) };
  expect(await walkScreens(visits, screensOf('user', data.menus), look, { storage })).toEqual([]);
});
