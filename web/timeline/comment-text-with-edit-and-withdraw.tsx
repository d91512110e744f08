import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { commentEditSeconds } from '#kernel/resource/comment-limits-and-rows-open-to-comments.ts';
import { text } from '#kernel/text/text.ts';
import { confirm } from '#web/feedback/confirmation-dialog.ts';
import { post } from '#web/http/client.ts';
import { useText } from '#web/i18n/locale.ts';
import { refreshResource, type TimelineEntry } from '#web/resource/resource-calls.ts';
import { areaPaths } from '#web/session/admin-or-member-area.ts';

const CommentBox = lazy(() => import('#web/timeline/comment-box.tsx'));

const texts = {
  withdrawn: text('批注已撤回', 'Comment withdrawn'),
  edited: text('（已修改）', '(edited)'),
  change: text('修改', 'Edit'),
  withdraw: text('撤回', 'Withdraw'),
  confirmWithdraw: text('撤回这条批注？', 'Withdraw this comment?'),
  gone: text('撤回后不留痕迹。', 'No trace remains after withdrawal.'),
  stays: text('内容不再显示，时间线保留“已撤回”。', 'The content is no longer shown; the timeline shows “withdrawn”.'),
};

interface CommentTextProps {
  readonly resource: AnyResource;
  readonly row: number;
  readonly entry: TimelineEntry;
  /** Unix seconds. */
  readonly now: number;
}

/** A comment. Its author can edit it for ten minutes, and withdraw it at any time. */
export function CommentTextWithEditAndWithdraw({ resource, row, entry, now }: CommentTextProps) {
  const t = useText();
  const [changing, setChanging] = useState(false);
  const { content, edited, withdrawn, mine } = entry.told ?? {};
  const fresh = now - entry.createtime < commentEditSeconds;
  if (withdrawn) return <p className="xj-timeline-none">{t(texts.withdrawn)}</p>;
  if (changing)
    return (
      <Suspense fallback={null}>
        <CommentBox
          resource={resource}
          row={row}
          comment={{ id: entry.id, content: String(content ?? '') }}
          onDone={() => setChanging(false)}
        />
      </Suspense>
    );
  const withdraw = async () => {
    const question = {
      title: t(texts.confirmWithdraw),
      text: t(fresh ? texts.gone : texts.stays),
      okText: t(texts.withdraw),
    };
    if (!(await confirm({ ...question, tone: 'danger' }))) return;
    const path = `/${areaPaths().app}/message.comment/withdraw`;
    await post(path, { id: entry.id }, { successMessage: true }).catch(() => undefined);
    await refreshResource(resource.name);
  };
  return (
    <>
      <p className="xj-timeline-note">
        {String(content ?? '')}
        {edited === true && <small> {t(texts.edited)}</small>}
      </p>
      {mine === true && (
        <div className="xj-timeline-own">
          {fresh && (
            <Button type="link" size="small" onClick={() => setChanging(true)}>
              {t(texts.change)}
            </Button>
          )}
          <Button type="link" size="small" onClick={() => void withdraw()}>
            {t(texts.withdraw)}
          </Button>
        </div>
      )}
    </>
  );
}
