import type { AnyResource } from '#kernel/declaration/resource.ts';
import { text } from '#kernel/text/text.ts';
import { confirm } from '#web/feedback/confirmation-dialog.ts';
import { toast } from '#web/feedback/toast.ts';
import { downloadFile } from '#web/http/temporary-file-link.ts';
import { translate } from '#web/i18n/locale.ts';
import { refreshResource, restoreRows } from '#web/resource/resource-calls.ts';
import type { BatchAnswer, RefusedRow } from './batch-preview-and-run-calls.ts';

const texts = {
  done: text('{work}：完成 {done} 条', '{work}: {done} completed'),
  some: text('{work}：完成 {done} 条，{refused} 条未办理', '{work}: {done} completed, {refused} not processed'),
  queued: text(
    '{work}：{n} 条正在后台办理，完成后通知您',
    '{work}: {n} {n|is|are} being processed in the background; you will be notified when finished',
  ),
  next: text(
    '未办理的保持原样；按所列原因处理后可再次办理。',
    'Refused records stay unchanged. Resolve the reasons and process them again.',
  ),
  line: text('{title}：{why}', '{title}: {why}'),
  numbered: text('{title}（{number}）：{why}', '{title} ({number}): {why}'),
  more: text('另有 {n} 条', 'and {n} more'),
  sheet: text('下载未办理清单', 'Download the list of those left out'),
  close: text('知道了', 'OK'),
  undone: text('已撤销', 'Undone'),
  restored: text('已恢复', 'Restored'),
};

/** Refused rows listed in a message, and in a scrolling list; the others are counted. */
const maxShown = 12;
const mostListed = 100;

/** Refused rows as lines, each with title and reason. */
export const formatRefusedRows = (refused: readonly RefusedRow[], most = maxShown): string[] => [
  ...refused
    .slice(0, most)
    .map(({ title, number, msg }) => translate(number ? texts.numbered : texts.line, { title, number, why: msg })),
  ...(refused.length > most ? [translate(texts.more, { n: refused.length - most })] : []),
];

/** Reports the result of a batch, and offers undo where that is possible. */
export async function reportBatchResult(
  resource: AnyResource,
  work: string,
  answer: BatchAnswer,
  undo?: (done: readonly number[]) => Promise<unknown>,
): Promise<void> {
  if ('job_id' in answer) {
    toast.info(translate(texts.queued, { work, n: answer.n }));
    return;
  }
  const { done, refused, refused_url: url } = answer;
  const restore = answer.undo && answer.undo.length > 0 ? answer.undo : undefined;
  const message = translate(refused.length > 0 ? texts.some : texts.done, {
    work,
    done: done.length,
    refused: refused.length,
  });
  const takeBack = restore ? () => restoreRows(resource, restore) : undo && (() => undo(done));
  if (takeBack && done.length > 0)
    toast.undo(message, () => {
      takeBack()
        .then(() => toast.success(translate(restore ? texts.restored : texts.undone)))
        .catch(() => undefined)
        .finally(() => void refreshResource(resource.name));
    });
  else if (refused.length === 0) toast.success(message);
  await refreshResource(resource.name);
  if (refused.length > 0)
    await confirm({
      title: message,
      text: translate(texts.next),
      list: [
        ...(url
          ? [
              {
                text: translate(texts.sheet),
                href: url,
                stays: true as const,
                go: () => void downloadFile(url).catch(() => undefined),
              },
            ]
          : []),
        ...formatRefusedRows(refused, mostListed),
      ],
      acknowledge: true,
      okText: translate(texts.close),
    });
}
