import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { text } from '#kernel/text/text.ts';
import { loadBootAnswer } from '#web/boot/load-boot-answer.ts';
import { ErrorPage } from '#web/error/error-page.tsx';
import { errorPageTexts } from '#web/error/error-page-texts.ts';
import { isCancelled, WireError } from '#web/http/client.ts';
import { routeNames } from '#web/http/named-routes.ts';
import { useText } from '#web/i18n/locale.ts';
import type { SignInArea } from '#web/session/admin-or-member-area.ts';
import type { Menus } from '#web/session/menu-of-signed-in-user.ts';
import { readTokens, useAdminSession, useMemberSession } from '#web/session/session.ts';
import { storeAddressAfterSignIn } from '#web/sign-in/address-after-sign-in.ts';
import { LogoMark } from '#web/theme/logo.tsx';
import { type AreaBase, targetOfLoadingRoute } from './loading-route-path.ts';
import { usePageTitle } from './page-title.ts';
import './loading.css';

const texts = {
  loading: text('正在进入…', 'Entering…'),
  slow: text('比平时久了一些', 'Taking a little longer than usual'),
  reload: text('重新加载', 'Reload'),
  signOut: text('退出登录', 'Sign out'),
  sign: text('稍候', 'Wait'),
  code: text(
    '页面代码没有加载成功：可能是网络中断，或系统刚刚更新。重新加载即可。',
    'The page could not be loaded: the network failed or the system was updated. Please reload.',
  ),
};

/** After this long, in ms, a reload is offered. */
const reloadDelay = 6000;

/** The logo on an empty page, while an area loads. */
function Splash() {
  const t = useText();
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), reloadDelay);
    return () => clearTimeout(timer);
  }, []);
  return (
    <main className="xj-loading">
      <span className="xj-loading-mark">
        <LogoMark size={56} />
      </span>
      <p role="status">{t(slow ? texts.slow : texts.loading)}</p>
      {slow && (
        <button type="button" className="xj-button" onClick={() => window.location.reload()}>
          {t(texts.reload)}
        </button>
      )}
    </main>
  );
}

/** Signing out needs code that is loaded with the signed-in area; load it separately here. */
const leave = async (area: SignInArea): Promise<void> =>
  (await import('#web/boot/sign-out-and-forget-session.ts')).signOut(area);

/** Prefetches the data of an address; resolves when there are enough to render it. */
export type PrefetchRequestedAddress = (path: string, base: AreaBase, menus: Menus) => Promise<void>;

interface OpenRequestedAddressProps {
  area: SignInArea;
  /** Loads the code of the area while its data are loading. */
  preload: (path?: string) => Promise<PrefetchRequestedAddress>;
}

/** `/admin/loading/:to?` and `/user/loading/:to?`: loads the area, then opens the requested address. */
export function LoadAreaThenOpenRequestedAddress({ area, preload }: OpenRequestedAddressProps) {
  const t = useText();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [failure, setFailure] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  const base: AreaBase = area === 'admin' ? '/admin' : '/user';
  usePageTitle('pagesTitle.Loading');

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt starts it again
  useEffect(() => {
    const target = targetOfLoadingRoute(base, pathname);
    // Used again after sign-in; a successful visit removes it.
    if (!readTokens(area).token) {
      if (target) storeAddressAfterSignIn(target);
      void navigate(area === 'admin' ? routeNames.adminLogin : routeNames.userLogin, { replace: true });
      return;
    }
    let left = false;
    const enter = async (): Promise<void> => {
      try {
        const [prefetchRoute] = await Promise.all([preload(target), loadBootAnswer(area)]);
        const { menus } = area === 'admin' ? useAdminSession.getState() : useMemberSession.getState();
        const path = target ?? menus?.first ?? `${base}/dashboard`;
        if (menus && !left) await prefetchRoute(path, base, menus);
        if (!left) await navigate(path, { replace: true });
      } catch (error) {
        if (left) return;
        if (isCancelled(error)) {
          // The answer redirected: to sign-in, and from there back to the target.
          if (target) storeAddressAfterSignIn(target);
        } else setFailure(error);
      }
    };
    void enter();
    return () => {
      left = true;
    };
  }, [area, attempt, base, navigate, pathname, preload]);

  if (!failure) return <Splash />;
  const refused = failure instanceof WireError ? failure : undefined;
  return (
    <ErrorPage
      sign={t(texts.sign)}
      title={t(errorPageTexts.unreachable)}
      text={refused?.message ?? t(texts.code)}
      requestId={refused?.requestId}
      details={refused ? undefined : String(failure)}
      onRetry={() => {
        // A browser remembers a failed module; only a reload requests it again.
        if (!refused) window.location.reload();
        setFailure(null);
        setAttempt(attempt + 1);
      }}
      more={
        <button type="button" className="xj-button" onClick={() => void leave(area).catch(() => undefined)}>
          {t(texts.signOut)}
        </button>
      }
    />
  );
}
