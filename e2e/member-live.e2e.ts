import { expect, it } from 'vitest';
import { inventEnterprise, inventPicture } from './invented.ts';
import { callAs, codeSentTo, ownAddress, shoot, signInByCall, startVisits } from './visit.ts';

const visits = startVisits();
const password = 'Applicant-8';
const address = ownAddress();
let seed = 500;

interface Owner {
  id: number;
  name: string;
  /** As the browser keeps who is signed in. */
  info: string;
  office: <T>(path: string, body?: unknown) => Promise<T>;
}

/** One call of the public pages; a refusal is thrown. */
async function call<T>(path: string, body: unknown): Promise<T> {
  const isForm = body instanceof FormData;
  const response = await fetch(`${visits.url}${path}`, {
    method: 'POST',
    headers: { server: 'true', 'x-forwarded-for': address, ...(isForm ? {} : { 'content-type': 'application/json' }) },
    body: isForm ? body : JSON.stringify(body),
  });
  const { code, msg, data } = (await response.json()) as { code: number; msg: string; data: T };
  if (code !== 1) throw new Error(`${path}: ${msg} ${JSON.stringify(data)}`);
  return data;
}

/** An enterprise as its owner registers it, without the pages: what is tried is what comes after. */
async function registerOwn(): Promise<Owner> {
  seed += 1;
  const { token } = await signInByCall(visits.url, 'admin', visits.password);
  const office: Owner['office'] = (path, body) => callAs(visits.url, token, path, body);
  const row = await inventEnterprise('530102', seed);
  const name = `滇池听涛民宿${String(Date.now()).slice(-6)}`;
  await call('/api/Sms/send', { mobile: row.contact_mobile, template_code: 'enterprise_register' });
  const code = await codeSentTo(visits.url, token, row.contact_mobile);
  const { ticket } = await call<{ ticket: string }>('/api/enterprise/verify', { mobile: row.contact_mobile, code });
  const upload = async (label: string, colour: readonly [number, number, number]) => {
    const form = new FormData();
    const { buffer, mimeType } = inventPicture(label, colour);
    form.append('file', new Blob([new Uint8Array(buffer)], { type: mimeType }), `${label}.png`);
    return (await call<{ file: { url: string } }>(`/api/enterprise/upload?ticket=${encodeURIComponent(ticket)}`, form))
      .file.url;
  };
  const username = `live${String(Date.now()).slice(-8)}`;
  const made = await call<{ id: number }>('/api/enterprise/register', {
    ...{ ticket, name, username, password, password_confirm: password, commitment: '1', privacy: '1' },
    ...{ ent_type: 'homestay', uscc: row.uscc, legal_person: row.legal_person, legal_mobile: row.legal_mobile },
    ...{ contact_name: row.contact_name, area_code: '530102', address: row.address },
    place: { lng: row.lng, lat: row.lat },
    photo_front: await upload('门头照片', [42, 110, seed % 200]),
    business_license: await upload('营业执照', [180, 60, seed % 200]),
  });
  const signedIn = await call<{ userInfo: unknown }>('/api/user/checkIn', { tab: 'login', username, password });
  return { id: made.id, name, info: JSON.stringify(signedIn.userInfo), office };
}

const accept = ({ office, id }: Owner) => office('/admin/enterprise.enterprise/accept', { id });
const standing = '.xj-own-one';

it('tells an owner at once what the authority did, and asks nobody meanwhile', async () => {
  const owner = await registerOwn();
  const page = await visits.open('/user', { storage: { userInfo: owner.info } });
  const line = page.waitForResponse((response) => response.url().includes('/api/stream/index'));
  await page.goto(`${visits.url}/user`);
  await page.locator(standing).getByText('等待县级主管部门受理').waitFor();
  expect((await line).headers()['content-type']).toContain('text/event-stream');
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/enterprise.enterprise/edit')) asked += 1;
  });
  await page.waitForTimeout(16_000);
  expect(asked, 'while the line is up it does not ask by itself').toBe(0);
  await accept(owner);
  // the machine may be busy; without the line the page would know after 15 s
  await page.locator(standing).getByText('县级主管部门正在初审').waitFor({ timeout: 8_000 });
  await shoot(page, 'member-live');
});

it('asks now and then while the line is down', async () => {
  const owner = await registerOwn();
  const page = await visits.open('/user', { storage: { userInfo: owner.info } });
  // "no content" is how a server tells an event source not to come back
  await page.route('**/api/stream/index**', (route) => route.fulfill({ status: 204 }));
  await page.goto(`${visits.url}/user`);
  await page.locator(standing).getByText('等待县级主管部门受理').waitFor();
  await accept(owner);
  await page.locator(standing).getByText('县级主管部门正在初审').waitFor({ timeout: 40_000 });
});
