import { inventEnterprise, inventPicture } from './invented-data.ts';
import { callAs, codeSentTo, signInByCall, uniqueAddress, type Visits } from './visits.ts';

const password = 'Applicant-8';
let seed = 500;

export interface Owner {
  id: number;
  name: string;
  mobile: string;
  /** The session, as the browser stores it. */
  info: string;
  office: <T>(path: string, body?: unknown) => Promise<T>;
}

/** One call of the public pages; throws if it is refused. */
async function call<T>(url: string, address: string, path: string, body: unknown): Promise<T> {
  const isForm = body instanceof FormData;
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { server: 'true', 'x-forwarded-for': address, ...(isForm ? {} : { 'content-type': 'application/json' }) },
    body: isForm ? body : JSON.stringify(body),
  });
  const { code, msg, data } = (await response.json()) as { code: number; msg: string; data: T };
  if (code !== 1) throw new Error(`${path}: ${msg} ${JSON.stringify(data)}`);
  return data;
}

/** An enterprise registered by its owner through calls, for tests of later steps. */
export async function registerOwner(visits: Visits, type = 'homestay'): Promise<Owner> {
  seed += 1;
  const address = uniqueAddress();
  const send = <T>(path: string, body: unknown) => call<T>(visits.url, address, path, body);
  const { token } = await signInByCall(visits.url, 'admin', visits.password);
  const office: Owner['office'] = (path, body) => callAs(visits.url, token, path, body);
  const row = await inventEnterprise('530102', seed);
  const name = `滇池听涛民宿${String(Date.now()).slice(-6)}`;
  await send('/api/Sms/send', { mobile: row.contact_mobile, template_code: 'enterprise_register' });
  const code = await codeSentTo(visits.url, token, row.contact_mobile);
  const { ticket } = await send<{ ticket: string }>('/api/enterprise/verify', { mobile: row.contact_mobile, code });
  const upload = async (label: string, colour: readonly [number, number, number]) => {
    const form = new FormData();
    const { buffer, mimeType } = inventPicture(label, colour);
    form.append('file', new Blob([new Uint8Array(buffer)], { type: mimeType }), `${label}.png`);
    return (await send<{ file: { url: string } }>(`/api/enterprise/upload?ticket=${encodeURIComponent(ticket)}`, form))
      .file.url;
  };
  const username = `live${String(Date.now()).slice(-8)}`;
  const made = await send<{ id: number }>('/api/enterprise/register', {
    ticket,
    name,
    username,
    password,
    password_confirm: password,
    commitment: '1',
    privacy: '1',
    ...(type === 'agency' ? { tourism_scope: ['domestic', 'inbound'] } : {}),
    ent_type: type,
    uscc: row.uscc,
    legal_person: row.legal_person,
    legal_mobile: row.legal_mobile,
    contact_name: row.contact_name,
    area_code: '530102',
    address: row.address,
    place: { lng: row.lng, lat: row.lat },
    photo_front: await upload('门头照片', [42, 110, seed % 200]),
    business_license: await upload('营业执照', [180, 60, seed % 200]),
  });
  const signedIn = await send<{ userInfo: unknown }>('/api/user/checkIn', { tab: 'login', username, password });
  return { id: made.id, name, mobile: row.contact_mobile, info: JSON.stringify(signedIn.userInfo), office };
}
