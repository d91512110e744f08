import { BellOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { text } from '#kernel/text/text.ts';
import { subscribeToLiveEvents } from '#web/http/live-event-stream-client.ts';
import { queryFnFor } from '#web/http/react-query-client-by-sign-in-area.ts';
import { useText } from '#web/i18n/locale.ts';
import { areaPaths, type SignInArea } from '#web/session/admin-or-member-area.ts';
import './unread-messages-bell-link.css';

const texts = {
  none: text('消息', 'Messages'),
  some: text('消息，{n} 条未读', 'Messages, {n} unread'),
};

/** Resource of messages, and the topic of its events. */
const notices = 'message/notice';

/** Link to the user's messages, with the number of unread ones; live. */
export function UnreadMessagesBellLink({ area }: { area: SignInArea }) {
  const t = useText();
  const { app, base } = areaPaths(area);
  const { data, refetch } = useQuery({
    queryKey: [notices, 'unread'],
    queryFn: queryFnFor<Record<string, number>>(`/${app}/message.notice/unread`, {}, { area: app }),
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = subscribeToLiveEvents(
      [notices],
      () => {
        // Several events at once are one request.
        clearTimeout(timer);
        timer = setTimeout(() => void refetch(), 300);
      },
      { area },
    );
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [area, refetch]);
  const n = Object.values(data ?? {}).reduce((sum, one) => sum + one, 0);
  const label = n > 0 ? t(texts.some, { n }) : t(texts.none);
  return (
    <Link className="xj-tool" to={`${base}/${notices}`} title={label} aria-label={label}>
      <BellOutlined aria-hidden />
      {n > 0 && (
        <span className="xj-bell-count" aria-hidden="true">
          {n > 99 ? '99+' : n}
        </span>
      )}
    </Link>
  );
}
