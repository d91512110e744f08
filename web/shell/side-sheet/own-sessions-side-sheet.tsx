import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { text } from '#kernel/text/text.ts';
import { parseUserAgent } from '#kernel/wire/user-agent.ts';
import { formatMinute } from '#web/cell/format/date-format.ts';
import { confirm } from '#web/feedback/confirmation-dialog.ts';
import { post } from '#web/http/client.ts';
import { queryFnFor } from '#web/http/react-query-client-by-sign-in-area.ts';
import { useText } from '#web/i18n/locale.ts';
import type { SignInArea } from '#web/session/admin-or-member-area.ts';
import { SideSheet } from '../../feedback/side-sheet.tsx';

const texts = {
  title: text('我的登录', 'My sessions'),
  intro: text(
    '您的账号当前在这些设备上登录。发现陌生设备请立即注销它，并修改密码。',
    'Your account is signed in on these devices. End any session you do not recognise at once and change your password.',
  ),
  current: text('当前设备', 'This device'),
  lastSeen: text('最近使用 {time}', 'Last used {time}'),
  since: text('登录于 {time}', 'Signed in at {time}'),
  revoke: text('注销', 'End session'),
  confirmEnd: text('注销这个登录？', 'End this session?'),
  confirmEndText: text('该设备将立即退出登录。', 'The device will be signed out immediately.'),
  failed: text('暂时读不到登录记录', 'Sessions cannot be loaded right now'),
  loading: text('读取中…', 'Loading…'),
};

interface OwnSession {
  id: number | string;
  ip?: string;
  useragent?: string;
  device?: string;
  createtime: number;
  last_seen?: number;
  lasttime?: number;
  current?: boolean;
}

/** `Chrome 140 · Windows` of a user agent; an unknown agent as it is. */
export function deviceNameOfUserAgent(agent: string): string {
  const { browser, version, system } = parseUserAgent(agent);
  return [browser && `${browser} ${version}`, system].filter(Boolean).join(' · ') || agent.slice(0, 60);
}

/** The user's own sessions, each of which can be ended. */
export function OwnSessionsSideSheet({
  area,
  open,
  onClose,
}: {
  area: SignInArea;
  open: boolean;
  onClose: () => void;
}) {
  const t = useText();
  const client = useQueryClient();
  const app = area === 'admin' ? 'admin' : 'api';
  const queryKey = ['session', 'own'];
  const { data, isPending, isError } = useQuery({
    queryKey,
    queryFn: queryFnFor<{ list: OwnSession[] }>(`/${app}/session/index`, {}, { area: app }),
    enabled: open,
    staleTime: 0,
  });
  const revoke = useMutation({
    mutationFn: (id: OwnSession['id']) => post(`/${app}/session/revoke`, { id }, { successMessage: true, area: app }),
    onSuccess: () => client.invalidateQueries({ queryKey }),
  });
  const confirmEnd = async (one: OwnSession): Promise<void> => {
    if (
      await confirm({
        title: t(texts.confirmEnd),
        text: t(texts.confirmEndText),
        tone: 'danger',
        okText: t(texts.revoke),
      })
    ) {
      revoke.mutate(one.id);
    }
  };
  return (
    <SideSheet open={open} onClose={onClose} title={t(texts.title)}>
      <p className="xj-sheet-intro">{t(texts.intro)}</p>
      {isPending && <p role="status">{t(texts.loading)}</p>}
      {isError && <p role="alert">{t(texts.failed)}</p>}
      <ul className="xj-sessions">
        {data?.list.map((one) => {
          const seen = one.last_seen ?? one.lasttime;
          return (
            <li key={one.id}>
              <div>
                <strong>{one.device ?? deviceNameOfUserAgent(one.useragent ?? '')}</strong>
                {one.current && <span className="xj-badge">{t(texts.current)}</span>}
                <small>
                  {[
                    one.ip,
                    seen
                      ? t(texts.lastSeen, { time: formatMinute(seen) })
                      : t(texts.since, { time: formatMinute(one.createtime) }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </small>
              </div>
              {!one.current && (
                <button
                  type="button"
                  className="xj-button"
                  disabled={revoke.isPending}
                  onClick={() => void confirmEnd(one)}
                >
                  {t(texts.revoke)}
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </SideSheet>
  );
}
