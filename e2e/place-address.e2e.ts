import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAs, shoot, signInByCall, startVisits } from './visit.ts';

const visits = startVisits();
const list = '/admin/enterprise/enterprise';
const here = '云南省昆明市五华区华山街道东风西路1号';

let service: Server;
const saveMap = async (values: object) => {
  const { token } = await signInByCall(visits.url, 'admin', visits.password);
  return callAs(visits.url, token, '/admin/system.setting/save', { section: 'map', values, versions: {} });
};
beforeAll(async () => {
  // a service whose first key is over its quota of the day
  service = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://service');
    const answer =
      searchParams.get('key') === 'spent'
        ? { status: '0', info: 'DAILY_QUERY_OVER_LIMIT', infocode: '10003' }
        : { status: '1', info: 'OK', infocode: '10000', regeocode: { formatted_address: here } };
    response.end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => void service.listen(0, '127.0.0.1', resolve));
  const geocoder_url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  await saveMap({ geocoder: 'amap', geocoder_key: 'spent\ngood', geocoder_url });
});
afterAll(async () => {
  await saveMap({ geocoder: 'none', geocoder_url: '' });
  service.closeAllConnections();
  await new Promise<void>((resolve) => void service.close(() => resolve()));
});

describe('the address of a place', () => {
  it('is looked up where a place is picked, and taken over into the form', async () => {
    const page = await visits.open(`${list}?form=add`, { as: 'county1' });
    const form = page.locator('form.xj-form');
    const lng = form.getByRole('textbox', { name: /经度/ });
    await lng.scrollIntoViewIfNeeded();
    await lng.fill('102.712251,25.040609');
    await form.getByText(`此处地址：${here}`).waitFor();
    await shoot(page, 'place-address');
    await form.getByRole('button', { name: '填入经营地址' }).click();
    expect(await form.getByRole('textbox', { name: /^经营地址/ }).inputValue()).toBe(here);
    await form.getByText('与经营地址一致').waitFor();
    await shoot(page, 'place-address-taken');
  });

  it('is told of a place on record, where somebody asks', async () => {
    const { token } = await signInByCall(visits.url, 'county1', visits.password);
    const { list: rows } = await callAs<{ list: { id: number }[] }>(
      visits.url,
      token,
      '/admin/enterprise.enterprise/index',
    );
    const page = await visits.open(`${list}/${rows[0]?.id}`, { as: 'county1', locale: 'en', size: [390, 844] });
    const place = page.locator('[data-field=place]');
    await place.getByRole('button', { name: 'Address' }).click();
    await place.getByText(here).waitFor();
    await shoot(page, 'place-address-record-en');
  });
});
