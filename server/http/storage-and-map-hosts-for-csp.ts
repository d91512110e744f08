import { mapSettings } from '#kernel/settings/map-settings.ts';
import { uploadSettings } from '#kernel/settings/upload-settings.ts';
import { urlOriginOf } from '#kernel/wire/url-origin.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { objectStore } from '#server/files/storage/client-of-oss-or-s3-object-storage.ts';

/**
 * Other hosts that pages may contact: storage of files, and the map service. Returns the same list until settings
 * change.
 */
export function watchStorageAndMapHosts(engine: Pick<Engine, 'settings' | 'config'>): () => readonly string[] {
  let seen: readonly unknown[] = [];
  let hosts: readonly string[] = [];
  return () => {
    const [upload, map] = [engine.settings(uploadSettings), engine.settings(mapSettings)];
    if (upload !== seen[0] || map !== seen[1]) {
      seen = [upload, map];
      const store = objectStore(engine);
      const addresses = [store?.url, store?.publicUrl, upload.cdn_url, map.tiles];
      hosts = [...new Set(addresses.map((one) => urlOriginOf(one ?? null)).filter((one) => one !== undefined))];
    }
    return hosts;
  };
}
