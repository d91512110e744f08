import { expect, test, vi } from 'vitest';
import type { Engine } from '#server/engine.ts';
import type { fetchLimited } from '#server/outgoing/fetch-limited.ts';
import { findAddress } from '../server/find-address.ts';

const engineOf = (set: object) =>
  ({ settings: () => set, log: { warn: vi.fn() } }) as unknown as Pick<Engine, 'settings' | 'log' | 'config'>;
const set = engineOf({ geocoder: 'tianditu', geocoder_key: 'k&y' });
const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => 'found',
    ({ data }: { data: { reason: string } }) => data.reason,
  );

test('an address is asked of the one host, with the key, and comes with how exact it is', async () => {
  const ask = vi.fn<typeof fetchLimited>(async () =>
    Response.json({ status: '0', location: { lon: '102.71', lat: 25.04, level: '门址' } }),
  );
  expect(await findAddress(set, '昆明市东风西路1号', ask)).toEqual({
    lng: 102.71,
    lat: 25.04,
    from: 'address',
    accuracy: 50,
  });
  const address = new URL(String(ask.mock.calls[0]?.[1]));
  expect(address.host).toBe('api.tianditu.gov.cn');
  expect([address.searchParams.get('tk'), JSON.parse(address.searchParams.get('ds') ?? '')]).toEqual([
    'k&y',
    { keyWord: '昆明市东风西路1号' },
  ]);
});

test('nothing set, no answer and no such place are told apart', async () => {
  const answering = (body: unknown) => async () => Response.json(body);
  expect(await reasonOf(findAddress(engineOf({ geocoder: 'none' }), 'x'))).toBe('not_set');
  expect(await reasonOf(findAddress(set, 'x', () => Promise.reject(new Error('no'))))).toBe('unanswered');
  expect(await reasonOf(findAddress(set, 'x', async () => new Response('<html>')))).toBe('unanswered');
  for (const body of [
    null,
    7,
    [],
    { location: null },
    { location: 'x' },
    {},
    { location: {} },
    { location: { lon: 0, lat: 0 } },
    { location: { lon: '1e999', lat: 25 } },
  ])
    expect(await reasonOf(findAddress(set, 'x', answering(body))), JSON.stringify(body)).toBe('not_found');
  for (const level of [undefined, 'constructor', 7])
    expect(await findAddress(set, 'x', answering({ location: { lon: 102.7, lat: 25, level } }))).toMatchObject({
      accuracy: 2000,
    });
});
