import { type Text, text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';
import type { SessionEndReason } from '#web/session/session-end-reason.ts';

const reasons: Readonly<Record<SessionEndReason, Text>> = {
  ended: text(
    '登录已失效：长时间未使用，或已在别处退出、重设密码。请重新登录，未保存的内容仍在。',
    'Your session has expired: unused for a long time, or signed out or password reset elsewhere. Please sign in again; your unsaved content is still there.',
  ),
  elsewhere: text('已在另一个标签页退出登录。', 'You signed out in another tab.'),
};

/** Note above the sign-in form: why the session ended. */
export default function SessionEndedNote({ reason }: { reason: SessionEndReason }) {
  const t = useText();
  return (
    <p className="xj-sign-ended" role="status">
      {t(reasons[reason])}
    </p>
  );
}
