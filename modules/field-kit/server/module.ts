import { text } from '#kernel/text/text.ts';
import type { ServerModule } from '#server/platform/server-module-declaration.ts';
import { phoneRegistrationCheckPackAndSyncControllers } from './phone-registration-check-pack-and-sync-controllers.ts';
import { removeUnreferencedPhonePictures } from './remove-unreferenced-phone-pictures.ts';

export const fieldKitServer: ServerModule = {
  name: 'field',
  controllers: () => phoneRegistrationCheckPackAndSyncControllers,
  scheduled: {
    remove_unused_pictures: {
      label: text('清理没有被引用的外勤照片', 'Remove unused pictures of the field kit'),
      at: '15 3 * * *',
      async run(engine, { signal }) {
        const removed = await removeUnreferencedPhonePictures(engine, signal);
        if (removed > 0) engine.log.info({ removed }, 'unused pictures of the field kit removed');
      },
    },
  },
};
