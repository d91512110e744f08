import { useEffect, useRef } from 'react';
import { text } from '#kernel/text/text.ts';
import { confirm } from '#web/feedback/confirmation-dialog.ts';
import { translate } from '#web/i18n/locale.ts';

const texts = {
  title: text('离开而不保存？', 'Leave without saving?'),
  draft: text(
    '有未保存的修改。本窗口会保留草稿（不含个人信息），下次打开时恢复。',
    'You have unsaved changes. A draft (without personal data) is kept in this window and restored next time.',
  ),
  lost: text('有未保存的修改，离开后将丢失。', 'You have unsaved changes; they will be lost when you leave.'),
  leave: text('离开', 'Leave'),
  stay: text('继续编辑', 'Keep editing'),
};

/** Asks whether to leave unsaved changes. The text says whether a draft is stored, as for every form of fields. */
export const confirmLeave = ({ draft = true }: { draft?: boolean } = {}): Promise<boolean> =>
  confirm({
    title: translate(texts.title),
    text: translate(draft ? texts.draft : texts.lost),
    tone: 'danger',
    okText: translate(texts.leave),
    cancelText: translate(texts.stay),
  });

/** With unsaved changes the browser asks before the page is closed or reloaded. */
export function useUnloadGuard(dirty: boolean): void {
  const held = useRef(dirty);
  held.current = dirty;
  useEffect(() => {
    const preventUnload = (event: BeforeUnloadEvent) => {
      if (held.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', preventUnload);
    return () => window.removeEventListener('beforeunload', preventUnload);
  }, []);
}
