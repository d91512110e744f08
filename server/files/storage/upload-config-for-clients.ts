import { uploadSettings } from '#kernel/settings/upload-settings.ts';
import type { Caller } from '#server/caller.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { uploadRules } from '#server/files/storage/upload-rules-and-refusals.ts';
import { objectStore, uploadFolderOf } from './client-of-oss-or-s3-object-storage.ts';

/** Prefix of addresses of public files. Empty: they are served by this server. */
export const publicFilesUrlPrefix = ({ settings }: Pick<Engine, 'settings'>): string =>
  (settings(uploadSettings).cdn_url ?? '').replace(/\/+$/, '');

/** Settings that a client needs for uploads (`siteConfig.upload`, wire contract §2.4, specification §3). */
export function uploadConfigForClient(engine: Pick<Engine, 'settings' | 'seal' | 'config'>, caller: Caller) {
  const { maxsize, mimetype, savename } = uploadRules(engine);
  // nothing is signed for guests, nor for administrators who view the platform as a group
  const sends = caller.type === 'member' || (caller.type === 'admin' && caller.viewing === undefined);
  const store = sends ? objectStore(engine) : undefined;
  if (!store) return { mode: 'local', maxsize, mimetype, savename };
  const own = `/storage/${uploadFolderOf(engine, caller)}/`;
  return {
    mode: store.mode,
    maxsize,
    mimetype,
    savename: own + savename.replace(/^\/*(storage\/+)?/, ''),
    url: store.url,
    params: store.form(own.slice(1)),
  };
}
