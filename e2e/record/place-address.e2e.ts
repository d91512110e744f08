import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalServer, startLocalServer } from '../../test/support/local-server.ts';
import { registerOwner } from '../support/register-owner.ts';
import { callAs, shoot, signInByCall, startVisits } from '../support/visits.ts';

const visits = startVisits();
const list = '/admin/enterprise/enterprise';
const here = '云南省昆明市五华区华山街道东风西路1号';

let service: LocalServer;
const saveMap = async (values: object) => {
  const { token } = await signInByCall(visits.url, 'admin', visits.password);
  return callAs(visits.url, token, '/admin/system.setting/save', { section: 'map', values, versions: {} });
};
beforeAll(async () => {
  // a service whose first key is over its quota of the day
  service = await startLocalServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://service');
    const answer =
      searchParams.get('key') === 'spent'
        ? { status: '0', info: 'DAILY_QUERY_OVER_LIMIT', infocode: '10003' }
        : { status: '1', info: 'OK', infocode: '10000', regeocode: { formatted_address: here } };
    response.end(JSON.stringify(answer));
  });
  await saveMap({ geocoder: 'amap', geocoder_key: 'spent\ngood', geocoder_url: service.base });
});
afterAll(async () => {
  await saveMap({ geocoder: 'none', geocoder_url: '' });
  await service.close();
});

describe('the address of a place', () => {
  it('is looked up when a place is picked, and copied into the form', async () => {
    const page = await visits.open(`${list}?form=add`, { as: 'county1' });
    const form = page.locator('form.xj-form');
    const lng = form.getByRole('textbox', { name: /经度/ });
    await lng.scrollIntoViewIfNeeded();
    await lng.fill('102.712251,25.040609');
    await form.getByText(`此处地址：${here}`).waitFor();
    await shoot(page, 'place-address');
    await form.getByRole('button', { name: '填入经营地址' }).click();
    await expect.poll(() => form.getByRole('textbox', { name: /^经营地址/ }).inputValue()).toBe(here);
    await form.getByText('与经营地址一致').waitFor();
    await shoot(page, 'place-address-taken');
  });

  it('is looked up for the place of a record on request', async () => {
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

  it('is copied into a stop of an itinerary, without changing its name', async () => {
    const { id: agency_id, info, office } = await registerOwner(visits, 'agency');
    const { list: areas } = await office<{ list: { id: number }[] }>('/admin/system.area/index?limit=1');
    const { id } = await office<{ id: number }>('/admin/travel.product/add', {
      title: '翠湖一日游',
      category: 'province',
      agency_id,
      departure_area: '530102',
      price_from: '99',
      destination_areas: [areas[0]?.id],
      transport: 'coach',
      nights: 0,
      min_group: 2,
      cancel_policy: '按合同',
      includes: '车、门票',
      excludes: '个人消费',
      safety_notice: '注意保暖',
      days: [{ title: '昆明', breakfast: 'included', lunch: 'included', dinner: 'self' }],
      stops: [
        {
          day_no: 1,
          poi_type: 'scenic',
          name: '翠湖公园',
          arrive: '13:30',
          stay_minutes: 120,
          place: { lng: 102.705, lat: 25.049 },
        },
      ],
    });
    const page = await visits.open(`/user/travel/product?edit=${id}`, { storage: { userInfo: info } });
    await page.locator('.xj-plan-card').first().click();
    const place = page.locator('details.xj-plan-field');
    await place.locator('summary').click();
    await expect.poll(() => place.getByRole('textbox', { name: '要查找的地址' }).inputValue()).toBe('翠湖公园');
    await place.getByRole('button', { name: '查询此处地址' }).click();
    await place.getByRole('button', { name: '填入地址' }).click();
    const fields = page.locator('.xj-plan-fields');
    expect(await fields.getByRole('textbox', { name: '地址', exact: true }).inputValue()).toBe(here);
    expect(await fields.getByRole('textbox', { name: '名称' }).inputValue()).toBe('翠湖公园');
    await shoot(page, 'place-address-stop');
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await page.locator('.xj-plan').waitFor({ state: 'detached' });
    const saved = await office<{ row: { stops: { address: string }[] } }>(`/admin/travel.product/edit?id=${id}`);
    expect(saved.row.stops.map(({ address }) => address)).toEqual([here]);
  });
});
