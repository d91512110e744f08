import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import { cleanTopic } from '#server/files/storage/make-and-validate-storage-address.ts';
import { addTask } from '#server/jobs/add-task-to-queue.ts';
import type { WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import type { attachment } from '../contract/attachment.ts';

const texts = {
  topic: text(
    '以字母开头，只含字母、数字、- 与 _',
    'Must start with a letter and contain only letters, digits, - and _',
  ),
};

export const attachmentWriteHooks: WriteHooks<typeof attachment> = {
  edit({ values, fail }) {
    const { topic } = values;
    if (typeof topic !== 'string') return;
    if (cleanTopic(topic) === 'default' && topic !== 'default') fail('topic', texts.topic);
    values.topic = cleanTopic(topic);
  },
  /**
   * The foreign key refuses deletion while a row refers, or once referred, to the file. Deletion frees the quota, then
   * the disk.
   */
  async del({ before: { id, url, storage, user_id, size }, tx, afterStore }) {
    const original = await tx.row<{ original: string | null }>(
      sql`select original from routine_attachment where id = ${id}`,
    );
    const urls = [url, original?.original].filter(Boolean);
    afterStore(async () => {
      if (user_id)
        await tx.query(sql`update upload_quota set files = greatest(files - 1, 0), bytes = greatest(bytes - ${size}::bigint, 0)
          where owner = ${`member ${user_id}`}`);
      await addTask(tx, 'remove_file', { urls, storage });
    });
  },
};
