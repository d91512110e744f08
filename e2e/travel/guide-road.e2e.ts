import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { idNumberCheckDigit } from '#kernel/check/identity-documents.ts';
import { registerOwner } from '../support/register-owner.ts';
import { shoot, startVisits } from '../support/visits.ts';

const visits = startVisits();
const gate = { latitude: 25.6942, longitude: 100.1649 };
const town = { latitude: 25.6142, longitude: 100.2649 };

/** A guide with an account, a card registered with their mobile number, and a team on its way. */
async function prepareGuide() {
  const { info, mobile, office } = await registerOwner(visits, 'agency');
  const serial = String(Date.now()).slice(-3);
  const body = `53010219880${1 + (Number(serial) % 9)}15${serial}`;
  const id_no = `${body}${idNumberCheckDigit(body)}`;
  const card_no = `DZG2026${String(Date.now()).slice(-6)}`;
  const team_no = `T53292611${String(Date.now()).slice(-7)}`;
  await office('/admin/crew.guide/add', {
    name: '段小燕',
    id_no,
    mobile,
    card_no,
    level: 'junior',
    languages: ['mandarin'],
    valid_to: '2031-01-01',
    area_code: '530102',
    photo: null,
  });
  await visits.query(
    `with team as (
       insert into travel_itinerary (team_no, agency_id, kind, start_at, end_at, departed_at, area_code, destination_areas, tourist_count, total_fee,
         emergency_contact, emergency_mobile, status)
       select $1, min(id), 'one_day', now() - interval '1 hour', now() + interval '8 hours', now() - interval '1 hour', '530102', array[]::bigint[], 3,
         300000, '赵六', '13500135000', 'departed' from enterprise where ent_type = 'agency' and status = 'active' returning id),
     stops as (
       insert into travel_itinerary_stop (itinerary_id, day_no, poi_type, name, arrive, stay_minutes, place, weigh)
       select team.id, 1, 'scenic', s.name, s.arrive, 60, point(${gate.longitude}, ${gate.latitude}), s.weigh
       from team, (values ('大理古城', time '10:00', 1), ('洱海生态廊道', time '13:00', 2), ('喜洲古镇', time '16:00', 3)) s (name, arrive, weigh))
     insert into travel_assigned_guide (itinerary_id, guide_id, role) select team.id, g.id, 'national' from team, crew_guide g where g.card_no = $2`,
    [team_no, card_no],
  );
  return { info, id_no, card_no, team_no };
}

/** Controls that the bar of unsent changes covers, at the heights of phones, with and without a keyboard. */
async function coveredByPill(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const height of [844, 740, 667, 568, 420]) {
    await page.setViewportSize({ width: 390, height });
    for (const label of [undefined, '12 to be sent, 12 of them to be decided before the others can go']) {
      const covered = await page.evaluate((long) => {
        const pill = document.querySelector<HTMLElement>('.xj-kept-pill');
        if (!pill) return ['there is none'];
        const before = pill.textContent;
        if (long) pill.textContent = long;
        const its = pill.getBoundingClientRect();
        // the page scrolls in its own box, which clips its content
        const boxes = '.xj-header button, .xj-header a, .xj-panel, .xj-road-help, .xj-bottom-bar > *';
        const over = [...document.querySelectorAll<HTMLElement>(boxes)].filter((one) => {
          const box = one.getBoundingClientRect();
          const high = Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top);
          return high > 1 && Math.min(box.right, its.right) - Math.max(box.left, its.left) > 1;
        });
        if (long) pill.textContent = before;
        return over.map((one) => one.textContent || one.className);
      }, label);
      found.push(...covered.map((one) => `${height} px: ${one}`));
    }
  }
  await page.setViewportSize({ width: 390, height: 844 });
  return found;
}

it('a guide claims their card, checks in, works offline and online again, and calls for help', async () => {
  const { info, id_no, card_no, team_no } = await prepareGuide();
  const storage = { userInfo: info };
  const page = await visits.open('/user/travel/road', {
    storage,
    size: [390, 844],
    tolerates: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to load resource|Failed to fetch/,
    context: {
      hasTouch: true,
      isMobile: true,
      serviceWorkers: 'allow',
      geolocation: gate,
      permissions: ['geolocation'],
    },
  });
  await page.getByLabel('导游证号').fill(card_no);
  await page.getByLabel('身份证号').fill(id_no);
  await page.getByRole('button', { name: '绑定' }).tap();
  await page.getByRole('region', { name: team_no }).waitFor();
  await shoot(page, 'road-day');

  const stop = (name: string) => page.locator('.xj-road-stops li').filter({ hasText: name });
  await page.getByRole('button', { name: '签到 大理古城' }).tap();
  await stop('大理古城').getByText(/已到/).waitFor();

  await page.context().setGeolocation(town);
  await page.getByRole('button', { name: '签到 洱海生态廊道' }).tap();
  await stop('洱海生态廊道')
    .getByRole('alert')
    .filter({ hasText: /距站点约 \d+ 米/ })
    .waitFor();
  await stop('洱海生态廊道').getByLabel('说明原因').fill('停车场在另一侧');
  await shoot(page, 'road-outside');
  await stop('洱海生态廊道').getByRole('button', { name: '说明并签到' }).tap();
  await stop('洱海生态廊道').getByText(/已到/).waitFor();

  // in the mountains: the phone asks for the reason itself, since the server cannot
  await page.getByText('没有网络也能打开本页').waitFor();
  await page.context().setOffline(true);
  await page.reload();
  await page.getByText(/没有网络，显示/).waitFor();
  await page.getByRole('button', { name: '签到 喜洲古镇' }).tap();
  await stop('喜洲古镇').getByLabel('说明原因').fill('道路封闭，徒步前往');
  await stop('喜洲古镇').getByRole('button', { name: '说明并签到' }).tap();
  await stop('喜洲古镇').getByText('待发送').waitFor();
  // a headcount starts empty, and shows the required number
  const people = page.getByLabel('实到人数');
  expect(await people.inputValue()).toBe('');
  await page.getByRole('button', { name: '记录人数' }).tap();
  await page.getByText('请先清点，填写实到人数').waitFor();
  await page.getByRole('button', { name: '与名单一致：3 人' }).tap();
  await page.getByRole('button', { name: '减一人' }).tap();
  await expect.poll(() => people.inputValue()).toBe('2');
  await page.getByRole('button', { name: '记录人数' }).tap();
  await page.getByText('请说明与名单不符的原因').waitFor();
  await page.getByLabel('与名单不符的原因').fill('一人留在酒店');
  await page.getByRole('button', { name: '记录人数' }).tap();
  await page.getByText('待发送 2 项').waitFor();
  expect(await page.getByRole('link', { name: '报警 110' }).getAttribute('href')).toBe('tel:110');
  await shoot(page, 'road-offline');
  expect(await coveredByPill(page)).toEqual([]);
  await page.context().setGeolocation(gate);
  await page.context().setOffline(false);
  await stop('喜洲古镇').getByText(/已到/).waitFor();
  await page.getByText(/清点 2 人/).waitFor();

  const hold = page.getByRole('button', { name: /按住 3 秒紧急求助/ });
  await hold.scrollIntoViewIfNeeded();
  const box = await hold.boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(44);
  await page.mouse.move((box?.x ?? 0) + 60, (box?.y ?? 0) + 30);
  // releasing the button early calls nobody
  await page.mouse.down();
  await page.getByText('继续按住，松开取消…').waitFor();
  await shoot(page, 'road-holding');
  await page.mouse.up();
  await hold.waitFor();
  await page.mouse.down();
  await page.getByText(/已发出求助，等待值班室确认/).waitFor();
  await page.mouse.up();

  const wall = await visits.open('/admin/largedatascreen', { as: 'admin', size: [1920, 1080] });
  const alert = wall.locator('.wall-alerts li[data-urgent]').filter({ hasText: team_no });
  await alert.getByText('紧急求助').first().waitFor();
  await shoot(wall, 'road-wall');
  await alert.getByRole('button', { name: '确认' }).click();
  await wall.getByLabel('值班人姓名').fill('赵值班');
  await wall.getByRole('dialog').getByRole('button', { name: '确认' }).click();
  await alert.waitFor({ state: 'detached' });
  await page.getByText('值班室 赵值班 已收到求助').waitFor();
  await shoot(page, 'road-noted');

  // before it leaves, its guide says they will be there
  await visits.query(
    `update travel_itinerary set status = 'confirmed', start_at = now() + interval '20 hours', end_at = now() + interval '28 hours' where team_no = $1`,
    [team_no],
  );
  await page.reload();
  await page.getByRole('button', { name: '确认带团' }).tap();
  await page.getByText(/已于 .* 确认带团/).waitFor();
  await shoot(page, 'road-confirmed');

  await visits.query(`update travel_itinerary set status = 'finished', finished_at = now() where team_no = $1`, [
    team_no,
  ]);
  await page.reload();
  const made = page.waitForResponse((one) => one.url().includes('/travel.road/ratingCode'));
  await page.getByRole('button', { name: '出示评价码' }).tap();
  const { data } = (await (await made).json()) as { data: { address: string } };
  const tourist = await visits.open(new URL(data.address).pathname, {
    size: [390, 844],
    theme: 'dark',
    locale: 'en',
    context: { hasTouch: true, isMobile: true },
  });
  // a rating appears with four others, so that nobody tells whose it is: those of four tourists wait
  await visits.query(
    `insert into travel_rating_waiting (guide_id, team_no, content)
     select g.guide_id, $1, '{"service":5,"narration":5,"safety":5,"honesty":5,"remark":null}'
     from generate_series(1, 4), travel_assigned_guide g join travel_itinerary i on i.id = g.itinerary_id where i.team_no = $1`,
    [team_no],
  );
  await page.getByText('游客评价', { exact: true }).tap();
  await page.getByText('还没有评价').waitFor();
  for (const [name, score] of [
    ['Service', 5],
    ['Commentary', 4],
    ['Safety', 5],
    ['No forced shopping', 5],
  ] as const)
    await tourist
      .getByRole('group', { name })
      .getByRole('radio')
      .nth(score - 1)
      .check();
  await tourist.getByLabel('Comment (optional)').fill('Told us much about the old town');
  await shoot(tourist, 'rate-dark');
  await tourist.getByRole('button', { name: 'Submit rating' }).tap();
  await tourist.getByText('Thank you for your rating.').waitFor();
  await tourist.reload();
  await tourist.getByText('The link is invalid or already used').waitFor();

  await page.reload();
  await page.getByText('游客评价', { exact: true }).tap();
  await page.getByText('Told us much about the old town').waitFor();
  await page.getByRole('listitem').filter({ hasText: 'Told us much' }).getByRole('button', { name: '答复评价' }).tap();
  await page.getByRole('textbox', { name: /^答复/ }).fill('谢谢，欢迎再来');
  await page.getByRole('button', { name: '提交答复' }).tap();
  await page.locator('.xj-road-said').getByText('谢谢，欢迎再来').waitFor();
  await shoot(page, 'road-rated');
});
