import fs from 'node:fs/promises';
import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { type AttachmentRow, presentAttachment } from '#server/files/storage/attachment-row-and-wire-form.ts';
import { cleanFileName, suffixOf } from '#server/files/storage/clean-file-name.ts';
import {
  addressOfInspectedObject,
  type ObjectStore,
  objectStore,
  uploadFolderOf,
} from '#server/files/storage/client-of-oss-or-s3-object-storage.ts';
import {
  countRepeatedUpload,
  insertAttachment,
  type NewAttachment,
} from '#server/files/storage/insert-count-and-transfer-attachments.ts';
import { isStorageAddress } from '#server/files/storage/make-and-validate-storage-address.ts';
import { receiveFile, refuseTooLargeFile } from '#server/files/storage/receive-and-hash-file.ts';
import {
  refuseType,
  refuseUpload,
  uploadMessages,
  uploadRules,
} from '#server/files/storage/upload-rules-and-refusals.ts';
import { fileRequirementsOfUploadField } from '#server/files/upload/file-requirements-of-field-named-by-upload.ts';
import { checkReceivedFile } from '#server/files/upload/store-upload.ts';
import { Answer } from '#server/http/connection/encode-response-envelope.ts';
import type { Call } from '#server/http/controller.ts';
import { storageFolder } from '#server/http/files/upload-controllers-and-storage-route.ts';
import { OutgoingError } from '#server/outgoing/outgoing-request-error.ts';
import { badParameter, Refused } from '#server/refusal.ts';

const away = text('对象存储暂时不可用，请稍后再试', 'The object storage is temporarily unavailable. Try again later');
const differs = text(
  '对象存储中的文件与所报的不符，请重新上传',
  'The file in the object storage does not match what was reported. Upload it again',
);
const unset = text('没有启用对象存储，请改用普通上传', 'Object storage is not enabled. Use the ordinary upload');

/** MIME types that a browser would execute if the bucket served them. */
const runs = /html|svg|xml|javascript|ecmascript/i;

/**
 * `POST Alioss/callback {url, name, size, type, sha1}`: registers a file that a browser uploaded to the bucket. Nothing
 * the client claims about it is trusted: the object must lie in the caller's own folder; it is fetched once, hashed,
 * inspected and counted against the quota like any upload. The inspected bytes are stored under a new key that the
 * sender's signature does not cover. The uploaded object is deleted from the bucket, whether accepted or refused.
 */
export async function registerDirectUpload(call: Call): Promise<Answer> {
  const { engine, caller, body } = call;
  const store = objectStore(engine);
  if (!store) throw new Refused(unset, { data: { reason: 'invalid' } });
  const url = `/${String(body.url ?? '').replace(/^\/+/, '')}`;
  if (!isStorageAddress(url) || !url.startsWith(`/storage/${uploadFolderOf(engine, caller)}/`)) throw badParameter();
  const name = cleanFileName(String(body.name ?? ''));
  if (!name) throw refuseUpload('incomplete');
  const demand = fileRequirementsOfUploadField(engine, caller, body.of, name);
  if (demand?.private) throw badParameter(); // objects in a bucket are public
  // older files still lie under the key they were uploaded to
  if (await engine.db.row(sql`select 1 from routine_attachment where url = ${url}`)) throw badParameter();
  const key = url.slice(1);
  try {
    return await accept(call, store, { key, name, types: demand?.accept ?? '*' });
  } catch (error) {
    if (!(error instanceof StoreAway)) await store.remove(key).catch(() => undefined);
    throw error instanceof StoreAway ? new Refused(away, { data: { reason: 'unavailable' } }) : error;
  }
}

class StoreAway extends Error {}

async function accept(
  { engine, caller, body, params }: Call,
  store: ObjectStore,
  { key, name, types }: { key: string; name: string; types: string },
): Promise<Answer> {
  const rules = uploadRules(engine);
  const away = (error: unknown): never => {
    if (error instanceof Refused) throw error;
    if (error instanceof OutgoingError && error.reason === 'too_large') throw refuseTooLargeFile(rules.maxsize);
    engine.log.warn({ err: error }, 'object storage');
    throw new StoreAway();
  };
  const object = await store.read(key, rules.maxsize).catch(away);
  if (!object.ok) {
    object.body.destroy();
    throw object.status === 404 ? refuseUpload('incomplete') : new StoreAway();
  }
  const received = await receiveFile(storageFolder(engine), object.body, rules.maxsize).catch((error: unknown) =>
    error instanceof OutgoingError ? away(error) : Promise.reject(error as Error),
  );
  const plain = `${received.path}-plain`;
  try {
    const claimed = String(body.sha1 ?? '').toLowerCase();
    if (received.sha1 !== claimed || received.size !== Number(body.size))
      throw new Refused(differs, { data: { reason: 'invalid' } });
    if (runs.test(object.headers.get('content-type') ?? '')) throw refuseType(suffixOf(name), rules.mimetype, types);
    const uploader = { type: caller.type === 'member' ? ('member' as const) : ('admin' as const), id: caller.id };
    const topic = typeof params.topic === 'string' ? params.topic : 'default';
    const upload = {
      name,
      topic,
      uploader,
      rules,
      accept: types,
      ...(caller.areaCode ? { areaCode: caller.areaCode } : {}),
    };
    const { copy, file } = await checkReceivedFile(upload, received, name, plain);
    if (runs.test(file.mimetype)) throw refuseType(suffixOf(name), rules.mimetype, types);
    const stored = { ...file, storage: store.mode };
    const again = await countRepeatedUpload(engine.db, stored);
    const row = again ?? (await storeChecked(engine, store, copy ? plain : received.path, stored).catch(away));
    if (!row) throw badParameter(); // the same file was registered concurrently
    await store
      .remove(key)
      .catch((error: unknown) => engine.log.warn({ err: error, key }, 'a sent file stays in the bucket'));
    const shown = presentAttachment(row, store.publicUrl, uploader.type);
    return new Answer({ file: shown }, uploadMessages.uploaded[caller.locale]);
  } finally {
    for (const left of [received.path, plain]) await fs.rm(left, { force: true });
  }
}

/** Stores the inspected bytes under a new key and inserts the row. Undefined if a concurrent call has done so. */
async function storeChecked(
  { db }: Engine,
  store: ObjectStore,
  path: string,
  file: NewAttachment,
): Promise<AttachmentRow | undefined> {
  const url = addressOfInspectedObject(file.name);
  const key = url.slice(1);
  const put = await store.put(key, path, file.size, file.mimetype);
  if (!put.ok) throw new StoreAway();
  try {
    const row = await insertAttachment(db, file, { url });
    if (!row) await store.remove(key);
    return row;
  } catch (error) {
    await store.remove(key).catch(() => undefined);
    throw error;
  }
}
