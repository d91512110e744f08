import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { ERRORS, Server, type Upload } from '@tus/server';
import { isPrivateFile } from '#kernel/kind/linked/file.ts';
import { isFileExtensionAllowed } from '#kernel/settings/allowed-file-types.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { signLink } from '#server/files/sign-and-verify-file-links.ts';
import { cleanFileName, suffixOf } from '#server/files/storage/clean-file-name.ts';
import { measureAndHashFile } from '#server/files/storage/receive-and-hash-file.ts';
import {
  megabytes,
  refuseType,
  refuseUpload,
  uploadMessages,
  uploadRules,
} from '#server/files/storage/upload-rules-and-refusals.ts';
import {
  beginResumable,
  endResumable,
  pendingLimits,
  pieceFile,
  readResumable,
} from '#server/files/upload/begin-read-and-end-resumable-uploads.ts';
import { fileRequirementsOfUploadField } from '#server/files/upload/file-requirements-of-field-named-by-upload.ts';
import { storeUpload } from '#server/files/upload/store-upload.ts';
import { TusDataStoreOfResumableUploads } from '#server/files/upload/tus-data-store-of-resumable-uploads.ts';
import { badParameter, notFound, Refused } from '#server/refusal.ts';
import { okEnvelope, refusalEnvelope } from '../connection/encode-response-envelope.ts';
import type { ResumableUploadCaller as Sender } from './caller-of-resumable-upload.ts';
import { storageFolder } from './upload-controllers-and-storage-route.ts';

/** HTTP status of our refusals. Those of the protocol have their own. */
const refusedStatus = 422;

/**
 * The protocol part of `/{admin|api}/ajax/resumable`. Loaded on first use: its library loads all of `fetch`, some 40 ms
 * of every start.
 */
export function createTusUploadServer(
  engine: Engine,
  area: 'admin' | 'api',
  senders: WeakMap<IncomingMessage, Sender>,
): Server {
  const store = new TusDataStoreOfResumableUploads(engine.db, storageFolder(engine));
  const senderOf = (request: { runtime?: { node?: { req: unknown } } | undefined }): Sender => {
    const sender = senders.get(request.runtime?.node?.req as IncomingMessage);
    if (!sender) throw ERRORS.UNKNOWN_ERROR;
    return sender;
  };

  return new Server({
    path: `/${area}/ajax/resumable`,
    datastore: store,
    relativeLocation: true,
    namingFunction: () => randomBytes(16).toString('hex'),
    maxSize: () => uploadRules(engine).maxsize,
    async onUploadCreate(request, upload) {
      const sender = senderOf(request);
      await answerInEnvelope(sender, () => begin(engine, sender, upload), { ...upload.metadata, size: upload.size });
      return {};
    },
    async onUploadFinish(request, upload) {
      const sender = senderOf(request);
      const body = await answerInEnvelope(sender, () => finish(engine, sender, upload), { ...upload.metadata });
      return { status_code: 200, headers: { 'Content-Type': 'application/json; charset=utf-8' }, body };
    },
    // faults of ours are reported without details
    onResponseError(request, error) {
      const sender = senders.get(request.runtime?.node?.req as IncomingMessage);
      if ('status_code' in error) {
        // our own refusals have already been logged, with the input
        if (error.status_code !== refusedStatus) sender?.note(badParameter(error.body, error.body));
        return undefined;
      }
      sender?.note(error);
      engine.log.error({ err: error }, 'resumable upload');
      return ERRORS.UNKNOWN_ERROR;
    },
  });
}

const isSha256 = (written: string | null | undefined): written is string => /^[\da-f]{64}$/.test(written ?? '');

/** Checks before the first byte: name, size, and the number of unfinished uploads of the sender. */
async function begin(
  engine: Engine,
  { caller, owner, right }: Sender,
  { id, size = 0, metadata = {} }: Upload,
): Promise<void> {
  const rules = uploadRules(engine);
  const name = cleanFileName(metadata.filename ?? '');
  if (!name || size <= 0) throw refuseUpload('incomplete');
  if (size > rules.maxsize) throw refuseUpload('size', { size: megabytes(size), max: megabytes(rules.maxsize) });
  if (!isFileExtensionAllowed(suffixOf(name), rules.mimetype)) throw refuseType(suffixOf(name), rules.mimetype);
  if (right && !isFileExtensionAllowed(suffixOf(name), right.accept))
    throw refuseType(suffixOf(name), rules.mimetype, right.accept);
  const demand = right ? undefined : fileRequirementsOfUploadField(engine, caller, metadata.of ?? undefined, name);
  const begun = await beginResumable(engine.db, {
    id,
    name,
    size,
    owner_type: owner.type,
    owner_id: owner.id,
    area_code: caller.areaCode || null,
    topic: right?.topic ?? metadata.topic ?? 'default',
    private: right !== undefined || (demand?.private ?? metadata.private === '1'),
    sha256: metadata.sha256 ?? null,
    reduced_from: isSha256(metadata.reduced_from) ? metadata.reduced_from : null,
  });
  if (!begun) throw refuseUpload('pending', pendingLimits(owner.type));
}

async function finish(engine: Engine, { caller, origin, right }: Sender, { id }: Upload): Promise<string> {
  const storage = storageFolder(engine);
  const whole = `${pieceFile(storage, id)}.whole`;
  // from here on nobody can continue it, even if two requests sent the last piece
  await fs.rename(pieceFile(storage, id), whole).catch(() => {
    throw notFound();
  });
  try {
    const row = await readResumable(engine.db, id);
    if (!row) throw notFound();
    const file = await storeUpload(engine.db, {
      folder: storage,
      stream: await measureAndHashFile(whole),
      name: row.name,
      topic: row.topic,
      private: row.private,
      ...(row.sha256 === null ? {} : { sha256: row.sha256 }),
      ...(row.reduced_from === null ? {} : { reducedFrom: row.reduced_from }),
      ...(right ? { accept: right.accept } : {}),
      uploader: { type: row.owner_type, id: row.owner_id },
      rules: uploadRules(engine),
      origin,
      ...(row.area_code ? { areaCode: row.area_code } : {}),
    });
    // without an account there is nobody a link could be signed for
    const full_url =
      !right && isPrivateFile(file.url) ? `${origin}${signLink(engine, caller, file.url)}` : file.full_url;
    return okEnvelope({ file: { ...file, full_url } }, uploadMessages.uploaded[caller.locale]);
  } finally {
    await fs.rm(whole, { force: true });
    await endResumable(engine.db, { id });
  }
}

async function answerInEnvelope<T>(
  { caller: { locale }, note }: Sender,
  work: () => Promise<T>,
  sent: Readonly<Record<string, unknown>>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    note(error, sent);
    throw Object.assign(new Error(error.message), { status_code: refusedStatus, body: refusalEnvelope(error, locale) });
  }
}
