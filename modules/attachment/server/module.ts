import { sql } from '#server/db/sql.ts';
import { isAddress } from '#server/files/save-name.ts';
import { removeFile } from '#server/files/stored-file.ts';
import { storageFolder } from '#server/http/file-routes.ts';
import type { ServerModule } from '#server/module.ts';
import { attachment } from '../contract/attachment.ts';
import { attachmentController } from './attachment-controller.ts';
import { attachmentHooks, settingHooks } from './attachment-hooks.ts';
import { attachmentCalls } from './calls.ts';
import { pickerControllers } from './picker.ts';

export const attachmentServer: ServerModule = {
  name: 'routine',
  calls: attachmentCalls,
  hooks: { [attachment.name]: attachmentHooks, 'system/setting': settingHooks },
  controllers: () => [attachmentController, ...pickerControllers],
  tasks: {
    /** Takes files off the disk once their rows are gone, however often it has to be tried. */
    async remove_file(engine, payload) {
      const asked = Array.isArray(payload.urls) ? payload.urls.map(String).filter(isAddress) : [];
      const left = await engine.db.rows<{ url: string }>(
        sql`select url from unnest(${asked}::text[]) url
          where not exists (select from routine_attachment a where a.url = url.url or a.original = url.url)`,
      );
      for (const { url } of left) await removeFile(storageFolder(engine), url);
    },
  },
};
