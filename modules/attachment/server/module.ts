import { isPrivateFile } from '#kernel/kind/linked/file.ts';
import { uploadSettings } from '#kernel/settings/upload-settings.ts';
import { sql } from '#server/db/sql.ts';
import { removeThumbnails } from '#server/files/create-and-remove-thumbnails.ts';
import { objectStore } from '#server/files/storage/client-of-oss-or-s3-object-storage.ts';
import { removeStoredFile } from '#server/files/storage/find-and-remove-stored-files-by-address.ts';
import { isStorageAddress } from '#server/files/storage/make-and-validate-storage-address.ts';
import { storageFolder } from '#server/http/files/upload-controllers-and-storage-route.ts';
import type { ServerModule } from '#server/platform/server-module-declaration.ts';
import { attachment } from '../contract/attachment.ts';
import { attachmentListDeletionAndUsageController } from './attachment-list-deletion-and-usage-controller.ts';
import { directUploadToBucketControllers } from './direct-upload-to-bucket-controllers.ts';
import { listFilesSelectableForFieldControllers } from './list-files-selectable-for-field-controllers.ts';
import { uploadPathSettingWriteHooks } from './refuse-invalid-upload-path-template.ts';
import { attachmentWriteHooks } from './validate-attachment-topic-format-and-remove-deleted-file.ts';

export const attachmentServer: ServerModule = {
  name: 'routine',
  settings: [uploadSettings],
  hooks: { [attachment.name]: attachmentWriteHooks, 'system/setting': uploadPathSettingWriteHooks },
  controllers: () => [
    attachmentListDeletionAndUsageController,
    ...listFilesSelectableForFieldControllers,
    ...directUploadToBucketControllers,
  ],
  tasks: {
    /** Deletes files from the disk after their rows are deleted; safe to retry. */
    async remove_file(engine, payload) {
      const store = payload.storage === 'local' ? undefined : objectStore(engine);
      const requested = Array.isArray(payload.urls) ? payload.urls.map(String).filter(isStorageAddress) : [];
      const left = await engine.db.rows<{ url: string }>(
        sql`select url from unnest(${requested}::text[]) url
          where not exists (select from routine_attachment a where a.url = url.url or a.original = url.url)`,
      );
      for (const { url } of left) {
        await removeStoredFile(storageFolder(engine), url);
        await removeThumbnails(storageFolder(engine), url);
        const gone = isPrivateFile(url) ? undefined : await store?.remove(url.slice(1));
        if (gone && !gone.ok && gone.status !== 404) throw new Error(`the bucket keeps ${url}: ${gone.status}`);
      }
    },
  },
};
