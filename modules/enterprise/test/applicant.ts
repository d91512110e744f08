import sharp from 'sharp';
import { creditCodeCheckDigit } from '#kernel/check/credit-code.ts';
import { type Client, startApp, type TestApp, type WireAnswer } from '../../../test/support/test-engine.ts';

let made = 0;

/** A client that has not signed in, with access to the database behind it. */
export interface Counter extends Pick<Client, 'get' | 'post'> {
  readonly app: TestApp;
  readonly db: TestApp['db'];
  readonly address: string;
  /** Sends a form with a file over a real connection. */
  send<T>(path: string, form: FormData): Promise<Pick<WireAnswer<T>, 'code' | 'msg' | 'data'>>;
  /** Digits of the last code sent to a mobile. */
  codeSentTo(mobile: string): Promise<string>;
  close(): Promise<void>;
}

export async function openCounter(): Promise<Counter> {
  const app = await startApp();
  const { get, post } = await app.client('nobody');
  return {
    app,
    db: app.db,
    address: app.address,
    get,
    post,
    async send<T>(path: string, form: FormData) {
      const response = await fetch(`${app.address}${path}`, {
        method: 'POST',
        body: form,
        headers: { server: 'true' },
      });
      return (await response.json()) as { code: number; msg: string; data: T };
    },
    async codeSentTo(mobile) {
      const sent = app.engine.smsSink?.list().find((one) => one.mobile === mobile);
      const code = /\d{6}/.exec(sent?.text ?? '')?.[0];
      if (!code) throw new Error(`no code was sent to ${mobile}`);
      return code;
    },
    close: () => app.close(),
  };
}

/** A new credit code with a valid check character. */
export function newCreditCode(): string {
  made += 1;
  const body = `91530102MA${String(made).padStart(7, '0')}`;
  return `${body}${creditCodeCheckDigit(body)}`;
}

export function newMobile(): string {
  made += 1;
  return `139${String(made).padStart(8, '0')}`;
}

/** A picture unique to this call. */
export async function newPicture(): Promise<Blob> {
  made += 1;
  const picture = await sharp({ create: { width: 40 + (made % 200), height: 30, channels: 3, background: '#276b5f' } })
    .png()
    .toBuffer();
  return new Blob([new Uint8Array(picture)], { type: 'image/png' });
}

/** Clears the limits per address and day, since all tests share one address. */
export const forgetLimits = (server: Counter) => server.db.query('delete from attempt');

/** Verifies a mobile: requests a code, reads it and exchanges it for a ticket. */
export async function verifyMobile(server: Counter, mobile = newMobile()): Promise<{ mobile: string; ticket: string }> {
  await server.db.query(`delete from attempt where name like 'sms%'`);
  await server.post('/api/Sms/send', { mobile, template_code: 'enterprise_register' });
  const code = await server.codeSentTo(mobile);
  const answer = await server.post<{ ticket: string }>('/api/enterprise/verify', { mobile, code });
  if (answer.code !== 1) throw new Error(answer.msg);
  return { mobile, ticket: answer.data.ticket };
}

export async function sendPicture(server: Counter, ticket: string, file?: Blob, name = '执照.png'): Promise<string> {
  const form = new FormData();
  form.append('file', file ?? (await newPicture()), name);
  const answer = await server.send<{ file: { url: string } }>(
    `/api/enterprise/upload?ticket=${encodeURIComponent(ticket)}`,
    form,
  );
  if (answer.code !== 1) throw new Error(answer.msg);
  return answer.data.file.url;
}

export interface Registered {
  id: number;
  query_no: string;
  due_at: number;
  account: { username: string; created: boolean };
}

/** A complete application; shops need only one level of review. */
export async function fillIn(server: Counter, ticket: string, more: Record<string, unknown> = {}) {
  made += 1;
  return {
    ticket,
    ent_type: 'agency',
    ...((more.ent_type ?? 'agency') === 'agency' ? { tourism_scope: ['domestic', 'inbound'] } : {}),
    uscc: newCreditCode(),
    name: `昆明好运旅行社${made}有限公司`,
    legal_person: '王建国',
    legal_mobile: '13800001111',
    legal_id_no: '53010219900101001X',
    contact_name: '李明',
    area_code: '530102',
    address: '五华区东风西路1号好运大厦3楼',
    place: { lng: 102.7, lat: 25.04 },
    photo_front: await sendPicture(server, ticket),
    business_license: await sendPicture(server, ticket),
    username: `owner${made}`,
    password: 'Secret-1',
    password_confirm: 'Secret-1',
    commitment: '1',
    privacy: '1',
    ...more,
  };
}

/** Registers an enterprise, from the SMS code to the query number. */
export async function applyForEnterprise(server: Counter, more: Record<string, unknown> = {}) {
  const { mobile, ticket } = await verifyMobile(server);
  const form = await fillIn(server, ticket, more);
  const answer = await server.post<Registered>('/api/enterprise/register', form);
  if (answer.code !== 1) throw new Error(`${answer.msg} ${JSON.stringify(answer.data)}`);
  return { ...answer.data, mobile, ticket, form };
}

export async function signInMember(server: Counter, username: string, password = 'Secret-1'): Promise<string> {
  const answer = await server.post<{ userInfo: { token: string } }>('/api/user/checkIn', {
    tab: 'login',
    username,
    password,
  });
  if (answer.code !== 1) throw new Error(answer.msg);
  return answer.data.userInfo.token;
}
