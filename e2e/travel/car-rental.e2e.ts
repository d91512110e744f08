import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { shoot, signInByCall, startVisits } from '../support/visits.ts';

const visits = startVisits();

/** The frame shows another server on purpose. */
const framed = /^left the server/;

/** A rental platform on another server, which checks its ticket with the product and reports what was chosen. */
let platform: http.Server;
let origin: string;
let answering = true;
let provider: number;
const car = {
  type: 'order.selected',
  order_no: 'CZ20261123001',
  plate: '云A12345',
  driver: '李建国',
  from: '2026-11-24 08:00',
  to: '2026-11-25 18:00',
  price: '1280.00',
};

beforeAll(async () => {
  platform = http.createServer((request, response) => void answer(request, response));
  await new Promise<void>((done) => platform.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(platform.address() as AddressInfo).port}`;
});
afterAll(() => {
  platform.closeAllConnections();
  platform.close();
});

async function answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  if (!answering) return;
  const ticket = new URL(request.url ?? '/', origin).searchParams.get('ticket');
  const redeemed = await fetch(`${visits.url}/api/rental.ticket/redeem`, {
    method: 'POST',
    headers: { server: 'true', 'content-type': 'application/json' },
    body: JSON.stringify({ ticket }),
  });
  const { code } = (await redeemed.json()) as { code: number };
  const postScript = (message: object) => `parent.postMessage(${JSON.stringify(message)}, "*")`;
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(`<!doctype html><title>platform</title><p>${code === 1 ? '票据有效' : '票据无效'}</p>
    <button onclick='${postScript(car)}'>选车</button><button onclick='${postScript({ ...car, plate: 'none' })}'>乱说</button>`);
}

it('without a connected platform the page leads to the requests', async () => {
  const page = await visits.open('/admin/cariframe', { as: 'admin' });
  await page.getByText('尚未接入租车平台').waitFor();
  await page.getByRole('button', { name: '查看用车需求' }).waitFor();
  await shoot(page, 'car-rental-none');
});

it('the platform is opened with a ticket, its choices are saved, and messages of others are ignored', async () => {
  const { token } = await signInByCall(visits.url, 'admin', visits.password);
  const added = await fetch(`${visits.url}/admin/rental.provider/add`, {
    method: 'POST',
    headers: { server: 'true', 'content-type': 'application/json', batoken: token },
    body: JSON.stringify({
      name: '滇行租车',
      base_url: 'https://car.example.com/',
      status: 'enabled',
      ticket_secret: 'forty characters that two servers share.',
    }),
  });
  provider = ((await added.json()) as { data: { id: number } }).data.id;
  // a test has no certificate, and forms refuse plain HTTP
  await visits.query('update rental_provider set base_url = $1, origin = $1 where id = $2', [origin, provider]);

  const page = await visits.open('/admin/cariframe', { as: 'admin', tolerates: framed, drawn: true });
  const { headers } = await fetch(`${visits.url}/admin/cariframe`, { headers: { accept: 'text/html' } });
  expect(/frame-src ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1]).toBe(`'self' ${origin}`);
  const frame = page.frameLocator('.xj-rental-frame iframe');
  await frame.getByText('票据有效').waitFor();
  const sandbox = await page.locator('.xj-rental-frame iframe').getAttribute('sandbox');
  expect(sandbox).toBe('allow-scripts allow-forms allow-same-origin');
  const ignored = page.waitForResponse((one) => one.url().includes('/admin/cariframe/ignored'));
  await frame.getByRole('button', { name: '乱说' }).click();
  expect((await ignored).status()).toBe(200);
  // a message of a page outside the frame
  const stranger = page.waitForResponse((one) => one.url().includes('/admin/cariframe/ignored'));
  await page.evaluate((message) => {
    window.dispatchEvent(new MessageEvent('message', { origin: 'https://evil.example', data: message }));
  }, car);
  expect((await stranger).request().postData()).toContain('evil.example');
  expect(await page.getByText('已在平台上选车').count()).toBe(0);
  await frame.getByRole('button', { name: '选车' }).click();
  await page.getByText('已在平台上选车').waitFor();
  await page.getByText(car.plate).waitFor();
  await shoot(page, 'car-rental-chosen');
  await page.getByRole('button', { name: '留存并关联行程单' }).click();
  await page.getByRole('heading', { name: car.order_no }).first().waitFor();
});

it('an unknown platform and one that does not answer are reported', async () => {
  const page = await visits.open('/admin/cariframe?provider=999999', { as: 'admin', tolerates: framed });
  await page.getByText('没有这个租车平台').waitFor();
  answering = false;
  await page.clock.install();
  await page.getByRole('button', { name: '打开已接入的平台' }).click();
  await page.locator('.xj-rental-frame iframe').waitFor();
  await page.clock.fastForward(8000);
  await page.getByText('租车平台没有响应').waitFor();
  await page.getByRole('button', { name: '在新窗口打开' }).waitFor();
  await shoot(page, 'car-rental-late');
  answering = true;
  await page.getByRole('button', { name: '重试' }).click();
  await page.frameLocator('.xj-rental-frame iframe').getByText('票据有效').waitFor();
  await page.clock.resume();
});
