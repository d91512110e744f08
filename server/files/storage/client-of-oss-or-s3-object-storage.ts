import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { uploadSettings } from '#kernel/settings/upload-settings.ts';
import type { Caller } from '#server/caller.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { suffixOf } from '#server/files/storage/clean-file-name.ts';
import {
  type BucketKeys,
  signOssForm,
  signOssRequest,
  signS3Form,
  signS3Request,
} from '#server/files/storage/object-storage-signatures.ts';
import { uploadRules } from '#server/files/storage/upload-rules-and-refusals.ts';
import { fetchLimited, type OutgoingAnswer, openLimited } from '#server/outgoing/fetch-with-size-and-address-limits.ts';

/** Milliseconds for which a browser may use a signed form. Our own pages request a new one for every file. */
const formLife = 2 * 3_600_000;
/** Milliseconds within which the storage must respond, and deliver an object. */
const patience = 120_000;
/** Maximum bytes of responses other than objects. */
const longestAnswer = 1_000_000;

/** A bucket for files, in addition to the disk of this server. */
export interface ObjectStore {
  readonly mode: 'alioss' | 's3';
  /** Address that forms are sent to. */
  readonly url: string;
  /** Address that browsers read from, without a slash at the end. */
  readonly publicUrl: string;
  /** Fields of an upload form for keys with this prefix. */
  form(prefix: string): Readonly<Record<string, string>>;
  /** Uploads a local file. */
  put(key: string, file: string, size: number, type: string): Promise<Response>;
  remove(key: string): Promise<Response>;
  /** Downloads an object of at most so many bytes, as a stream. */
  read(key: string, maxBytes: number): Promise<OutgoingAnswer>;
}

/** The configured bucket. Undefined: files are stored on this server. */
export function objectStore({ settings, config }: Pick<Engine, 'settings' | 'config'>): ObjectStore | undefined {
  const set = settings(uploadSettings);
  const { mode, bucket_url: base, bucket, access_key_id: accessKeyId, access_key_secret: secret } = set;
  if (mode === 'local' || !base || !bucket || !accessKeyId || !secret) return undefined;
  const keys: BucketKeys = { accessKeyId, secret, bucket, region: set.region || 'us-east-1' };
  const url = base.replace(/\/+$/, '');
  const at = (key: string) => new URL(`${url}/${key}`);
  const sign = async (method: string, key: string, more: Record<string, string> = {}) =>
    mode === 'alioss' ? signOssRequest(keys, method, key, more) : signS3Request(keys, method, at(key), more);
  const limits = (prefix: string) => ({
    prefix,
    maxsize: uploadRules({ settings, config }).maxsize,
    until: Date.now() + formLife,
  });
  return {
    mode,
    url,
    publicUrl: (set.public_url || url).replace(/\/+$/, ''),
    form: (prefix) => (mode === 'alioss' ? signOssForm(keys, limits(prefix)) : signS3Form(keys, limits(prefix))),
    async put(key, file, size, type) {
      const headers = { ...(await sign('PUT', key, { 'content-type': type })), 'content-length': String(size) };
      const limits = { maxBytes: longestAnswer, timeout: patience };
      return fetchLimited({ config }, at(key), { method: 'PUT', headers, ...limits, body: createReadStream(file) });
    },
    remove: async (key) =>
      fetchLimited({ config }, at(key), {
        method: 'DELETE',
        headers: await sign('DELETE', key),
        maxBytes: longestAnswer,
        timeout: patience,
      }),
    read: async (key, maxBytes) =>
      openLimited({ config }, at(key), { headers: await sign('GET', key), maxBytes, timeout: patience }),
  };
}

/**
 * The upload folder of an account in the bucket. It is the same in every session, and other accounts cannot guess it.
 */
export function uploadFolderOf({ seal }: Pick<Engine, 'seal'>, { type, id }: Pick<Caller, 'type' | 'id'>): string {
  const name = `${type === 'member' ? 'm' : 'a'}${id}`;
  return `${name}-${seal.sign(`direct upload ${name}`).replace(/[^\w]/g, '').slice(0, 20)}`;
}

/** Address of an object that was inspected. No form is ever signed for it. */
export function addressOfInspectedObject(name: string): string {
  return `/storage/checked/${randomBytes(16).toString('hex')}.${suffixOf(name)}`;
}
