import { text } from '#kernel/text/text.ts';
import type { ServerModule } from '#server/platform/declared-server-part-of-module.ts';
import { fieldKitControllers } from './field-kit-controller.ts';
import { removeUnusedPictures } from './remove-unused-pictures.ts';

export const fieldKitServer: ServerModule = {
  name: 'field',
  controllers: () => fieldKitControllers,
  scheduled: {
    remove_unused_pictures: {
      label: text('清理没有被引用的外勤照片', 'Remove unused pictures of the field kit'),
      at: '15 3 * * *',
      async run(engine, { signal }) {
        const removed = await removeUnusedPictures(engine, signal);
        if (removed > 0) engine.log.info({ removed }, 'unused pictures of the field kit removed');
      },
    },
  },
};
