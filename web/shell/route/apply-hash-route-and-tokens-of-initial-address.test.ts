// @vitest-environment jsdom
import { beforeEach, describe, expect, test } from 'vitest';
import { forgetSession, readTokens, storeAdmin } from '#web/session/session.ts';
import {
  applyInitialAddressAndTokens,
  extractTokens,
  hashToPath,
} from './apply-hash-route-and-tokens-of-initial-address.ts';

describe('hash routes', () => {
  test.each([
    ['#/admin/login?x=1', '/admin/login', '?x=1'],
    ['#/admin', '/admin', ''],
    ['#/user/login', '/user/login', ''],
    ['#/enterprise/register', '/enterprise/register', ''],
    ['#/404', '/404', ''],
    ['#/', '/', ''],
  ])('%s is taken over', (hash, pathname, search) => {
    expect(hashToPath({ pathname: '/', search: '', hash })).toEqual({ pathname, search, hash: '' });
  });

  test.each(['', '#xj-main', '#/administrator', '#/elsewhere'])('"%s" stays', (hash) => {
    const address = { pathname: '/admin/x', search: '?a=1', hash };
    expect(hashToPath(address)).toEqual(address);
  });

  test('joins the query before the hash with that inside', () => {
    expect(hashToPath({ pathname: '/', search: '?a=1', hash: '#/admin/x?b=2' }).search).toBe('?a=1&b=2');
  });
});

describe('tokens in the address', () => {
  test('are found by name, or belong to the area', () => {
    const address = (pathname: string, search: string) => ({ pathname, search, hash: '' });
    expect(extractTokens(address('/admin', '?batoken=abcdefgh&x=1'))).toEqual({
      address: address('/admin', '?x=1'),
      tokens: [{ area: 'admin', token: 'abcdefgh' }],
    });
    expect(extractTokens(address('/user', '?token=abcdefgh')).tokens).toEqual([{ area: 'member', token: 'abcdefgh' }]);
    expect(extractTokens(address('/admin', '?ba-user-token=abcdefgh')).tokens[0]?.area).toBe('member');
    expect(extractTokens(address('/admin', '?token=<script>')).tokens).toEqual([]);
  });
});

describe('the address the product is opened with', () => {
  beforeEach(() => {
    localStorage.clear();
    forgetSession('admin');
  });

  test('takes its token once and forgets the previous session', () => {
    storeAdmin({ id: 7, token: 'old', refreshToken: 'old-refresh' });
    history.replaceState(null, '', '/?x=1#/admin/enterprise/enterprise?batoken=fresh-token');
    applyInitialAddressAndTokens();
    expect(`${location.pathname}${location.search}${location.hash}`).toBe('/admin/enterprise/enterprise?x=1');
    expect(readTokens('admin')).toEqual({ token: 'fresh-token', refreshToken: '' });
    storeAdmin({ token: 'later' });
    applyInitialAddressAndTokens();
    expect(readTokens('admin').token).toBe('later');
  });

  test('stays as it is without a token', () => {
    history.replaceState(null, '', '/admin/a?search[0][field]=x#part');
    applyInitialAddressAndTokens();
    expect(`${location.pathname}${location.search}${location.hash}`).toBe('/admin/a?search[0][field]=x#part');
  });
});
