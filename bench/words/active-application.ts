import { sql } from '#server/db/sql.ts';
import { prefecture } from '../support/load-enterprises.ts';
import { type MeasuredServers, signIn } from '../support/measured-servers.ts';

/** An approved application that reads enterprises, with its secret. */
export interface ActiveApplication {
  readonly id: number;
  readonly appKey: string;
  readonly secret: string;
  /** Calls the back office as the super administrator. */
  call<T>(path: string, body: object): Promise<T>;
}

/** Agreements are stored private, as of an upload. */
const agreement = Buffer.from('%PDF-1.4\n%%EOF\n');

/** Adds, approves and activates an application, and issues its secret. Its limits are above what a machine can do. */
export async function addActiveApplication({ db, product }: MeasuredServers, name: string): Promise<ActiveApplication> {
  const { token } = await signIn(product.port, 'admin');
  const headers = { batoken: token, server: '1' };
  const send = async <T>(path: string, init: RequestInit): Promise<T> => {
    const response = await fetch(`http://127.0.0.1:${product.port}/admin/${path}`, { method: 'POST', ...init });
    const answer = (await response.json()) as { code: number; msg: string; data: T };
    if (answer.code !== 1) throw new Error(`${path}: ${answer.msg} ${JSON.stringify(answer.data)}`);
    return answer.data;
  };
  const call = <T>(path: string, body: object) =>
    send<T>(path, { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const form = new FormData();
  form.set('file', new Blob([agreement], { type: 'application/pdf' }), 'agreement.pdf');
  const { file } = await send<{ file: { url: string } }>('ajax/upload?private=1', { headers, body: form });
  const { id } = await call<{ id: number }>('api.application/add', {
    // a kept folder has those of earlier runs
    name: `${name}${Date.now()}`,
    owner_org: '某市大数据中心',
    contact: '李四',
    purpose: '性能测试',
    scopes: ['enterprise.read'],
    area_code: prefecture,
    mask_level: 'partial',
    sandbox: '0',
    algorithm: 'sha256',
    rpm: 6000,
    burst: 600,
    quota: 5_000_000,
    expire_on: '2099-12-31',
    agreement: file.url,
  });
  await call('api.application/approve', { id, document_no: '1' });
  await call('api.application/activate', { id });
  await db.query(sql`update api_application set rpm = 6000000, burst = 600000, version = version + 1 where id = ${id}`);
  const { app_key: appKey, secret } = await call<{ app_key: string; secret: string }>('api.application/issueSecret', {
    id,
  });
  return { id, appKey, secret, call };
}
