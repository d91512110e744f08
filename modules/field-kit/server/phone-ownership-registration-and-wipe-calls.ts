import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { field } from '#kernel/field/field.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { text } from '#kernel/text/text.ts';
import { admin } from '#modules/identity/contract/admin.ts';
import { area } from '#modules/system/contract/administrative-division.ts';
import { type Caller, can, onBehalfOf, systemCaller } from '#server/caller.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { EncryptedNumber } from '#server/encryption-and-signing.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { boolean, integer, object, orNull, string } from '#server/open-api/json-schema-shorthands.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { badParameter, notFound, Refused } from '#server/refusal.ts';
import { moveRows } from '#server/write/row-set/make-lifecycle-move-on-many-rows-at-once.ts';
import { write } from '#server/write/write-pipeline.ts';
import { fieldDevice } from '../contract/officer-phone-of-field-kit.ts';

const devices = sql.id(tableOf(fieldDevice));

const texts = {
  revoked: text('本机已被吊销，请联系所在单位', 'This phone was revoked. Contact your office'),
};

const hashOf = (secret: string): string => createHash('sha256').update(`field device:${secret}`).digest('base64url');

/** By which a phone names itself in calls. */
export const deviceInput = field.text(text('终端标识', 'Device key'), { required: true, max: 40 });

/** A phone of the caller that may have packs. */
interface ActiveDevice {
  readonly [column: string]: unknown;
  readonly id: number;
}

/** The caller's phone, also a revoked one; refused if it is somebody else's or unknown. */
export async function requireOwnDevice(
  db: Queryable,
  caller: Caller,
  key: string,
): Promise<ActiveDevice & { readonly status: string }> {
  const found = await db.row<ActiveDevice & { status: string; admin_id: number }>(
    sql`select d.id, d.status, d.admin_id from field_device_key k join ${devices} d on d.id = k.device_id
      where k.device_key = ${key}`,
  );
  if (!found || found.admin_id !== caller.id) throw badParameter();
  return found;
}

/** The caller's phone; refused if it is somebody else's, unknown or revoked. */
export async function requireDevice(db: Queryable, caller: Caller, key: string): Promise<ActiveDevice> {
  const found = await requireOwnDevice(db, caller, key);
  if (found.status !== 'active') throw refusalOfRevokedDevice();
  return found;
}

/** Refusal of calls of a revoked phone, by which the kit knows it. */
export const refusalOfRevokedDevice = (): Refused => new Refused(texts.revoked, { data: { reason: 'revoked' } });

/** A phone on the caller's list of devices, whoever has it and in any state. */
export async function requireVisibleDevice(
  { db, find }: Engine,
  caller: Caller,
  key: string,
): Promise<ActiveDevice & { readonly admin_id: number }> {
  const scope = scopeOf(fieldDevice, caller, find);
  const found = await db.row<ActiveDevice & { readonly admin_id: number }>(sql`
    select t.id, t.admin_id from field_device_key k join ${devices} t on t.id = k.device_id
    where k.device_key = ${key}${scope ? sql` and ${scope}` : sql.empty}`);
  if (!found) throw notFound();
  return found;
}

/** `POST field.kit/register`: enters a phone of the caller, and answers its key, its secret, and its part of every PIN. */
export const registerDevice = call({
  gate: 'login',
  methods: ['POST'],
  secret: true,
  title: text('外勤工具包-启用终端', 'Field kit: set up device'),
  summary: text('外勤工具包：在手机上启用', 'Field kit: set up a phone'),
  limit: { perMinute: 10 },
  input: { name: field.text(text('终端', 'Device'), { required: true, max: 100 }) },
  answer: object({ device: string, secret: string, part: string }),
  async run({ engine, caller, input }) {
    const device = randomBytes(15).toString('base64url');
    const secret = randomBytes(24).toString('base64url');
    const part = randomBytes(32).toString('base64');
    await engine.db.transaction(async (tx) => {
      // the whole country is no division
      const division = await tx.row<{ code: string }>(
        sql`select code from ${sql.id(tableOf(area))} where code = ${caller.areaCode}`,
      );
      const set = { name: input.name, admin_id: caller.id, area_code: division?.code ?? null };
      const order = { operation: 'add', input: {}, set, unread: true } as const;
      const { id } = await write(engine, fieldDevice, onBehalfOf(caller), order, tx);
      await tx.query(sql`insert into field_device_key (device_id, device_key, secret_hash, part)
        values (${id}, ${device}, ${hashOf(secret)}, ${JSON.stringify(engine.seal.seal(part, ''))}::jsonb)`);
    });
    return { device, secret, part };
  },
});

/**
 * `POST field.kit/part`: what a file of this phone needs besides the PIN, in base64: for its officer, and for whoever may open the
 * exported files of others. Null for a phone that was set up before there was a part.
 */
export const keyPartOfExportedFile = call({
  gate: 'login',
  methods: ['POST'],
  secret: true,
  logged: true,
  title: text('外勤终端-打开导出文件', 'Field devices: open exported file'),
  summary: text(
    '外勤终端：打开导出文件所需的终端密钥（PIN 之外）',
    'Field devices: the key of the phone that its exported file needs besides the PIN',
  ),
  limit: { perMinute: 10 },
  input: { device: deviceInput },
  answer: object({ part: orNull(string) }),
  async run({ engine, caller, input }) {
    const found = await engine.db.row<{ part: EncryptedNumber | null; own: boolean }>(
      sql`select k.part, d.admin_id = ${caller.id} as own from field_device_key k join ${devices} d on d.id = k.device_id
        where k.device_key = ${input.device}`,
    );
    if (!found || (!found.own && !can(caller, `${fieldDevice.name}/handIn`))) throw notFound();
    if (!found.own) await requireVisibleDevice(engine, caller, input.device);
    return { part: found.part && engine.seal.open(found.part) };
  },
});

/** `POST field.kit/state`: whether a phone must delete everything. Asked at every contact, also without a session. */
export const mustPhoneBeWiped = call({
  gate: 'none',
  methods: ['POST'],
  inputFrom: 'body',
  secret: true,
  silent: true,
  summary: text(
    '外勤工具包：终端是否已被吊销（无需登录，凭终端密钥）',
    'Field kit: whether a phone was revoked (by its secret, without a session)',
  ),
  limit: { perMinute: 60 },
  input: {
    device: deviceInput,
    secret: field.text(text('终端密钥', 'Secret of the device'), { required: true, max: 100 }),
    unsent: field.integer(text('未上传', 'Not uploaded'), { min: 0, max: 1_000_000 }),
    wiped: field.switch(text('已清除', 'Wiped')),
  },
  answer: object({ wipe: boolean, hand_in: boolean, time: integer }),
  async run({ engine, input }) {
    const found = await engine.db.row<{ id: number; secret_hash: string; status: string; enabled: boolean }>(sql`
      select d.id, k.secret_hash, d.status, a.status = '1' as enabled
      from field_device_key k join ${devices} d on d.id = k.device_id join ${sql.id(tableOf(admin))} a on a.id = d.admin_id
      where k.device_key = ${input.device}`);
    const given = Buffer.from(hashOf(input.secret));
    if (!found || !timingSafeEqual(given, Buffer.from(found.secret_hash))) throw badParameter();
    const wipe = found.status !== 'active' || !found.enabled;
    const at = sql`t.id = ${found.id}`;
    if (input.wiped === '1') await moveRows(engine, fieldDevice, systemCaller(), { move: 'wipe', where: at });
    else await engine.db.query(sql`update ${devices} t set seen_at = now(), unsent = ${input.unsent ?? 0} where ${at}`);
    // a phone whose officer still works here hands in what it has first; one recorded as lost does not
    return { wipe, hand_in: found.status === 'revoked' && found.enabled, time: Math.floor(Date.now() / 1000) };
  },
});
