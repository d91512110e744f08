import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { Link, useLocation } from 'react-router';
import { text } from '#kernel/text/text.ts';
import { SelfRecoveringErrorBoundary } from '#web/error/self-recovering-error-boundary.tsx';
import { routeNames } from '#web/http/named-routes.ts';
import { currentLocale, useText } from '#web/i18n/locale.ts';
import { IcpFooter, LanguageAndThemeButtons } from '#web/sign-in/page/language-theme-buttons-and-icp-footer.tsx';
import { linkedPublicPages, publicBanner, publicPagePath } from '#web/sign-in/page/public-page-and-banner-registry.ts';
import { LogoMark, Wordmark } from '#web/theme/logo.tsx';
import './public-page-layout.css';

const texts = {
  skip: text('跳到内容', 'Skip to content'),
  home: text('首页', 'Home'),
  more: text('公众服务', 'Public services'),
  articles: text('通知公告', 'Notices'),
  help: text('帮助中心', 'Help'),
  member: text('企业与会员登录', 'Member sign-in'),
};

/** Header and footer of public pages. */
export function PublicPageLayout({
  home = routeNames.enterpriseRegister,
  nav,
  children,
  foot,
}: {
  /** Target of the logo. */
  home?: string;
  nav?: ReactNode;
  children: ReactNode;
  foot?: ReactNode;
}) {
  const t = useText();
  return (
    <div className="xj-public">
      <a className="xj-skip-link" href="#xj-public-main">
        {t(texts.skip)}
      </a>
      <header className="xj-public-head">
        <Link to={home} className="xj-brand" aria-label={t(texts.home)}>
          <LogoMark size={26} />
          <Wordmark height={18} />
        </Link>
        {nav}
        <LanguageAndThemeButtons />
      </header>
      <Banner />
      <main id="xj-public-main" tabIndex={-1}>
        {children}
      </main>
      <IcpFooter>
        {foot}
        <OtherPages />
      </IcpFooter>
    </div>
  );
}

let LazyBanner: ComponentType | undefined;

/** What a module shows on every public page; nothing if it cannot be loaded. */
function Banner() {
  const load = publicBanner();
  if (!load) return null;
  LazyBanner ??= lazy(load);
  return (
    <SelfRecoveringErrorBoundary fallback={() => null}>
      <Suspense fallback={null}>
        <LazyBanner />
      </Suspense>
    </SelfRecoveringErrorBoundary>
  );
}

/** Links to the other public pages, for citizens who came by a QR code or a link. The server makes those of articles and help. */
function OtherPages() {
  const t = useText();
  const { pathname } = useLocation();
  const others = linkedPublicPages().filter((page) => !`${pathname}/`.startsWith(`${publicPagePath(page)}/`));
  return (
    <nav className="xj-public-more" aria-label={t(texts.more)}>
      {others.map((page) => (
        <Link key={page.name} to={publicPagePath(page)}>
          {t(page.title)}
        </Link>
      ))}
      {(['article', 'help'] as const).map((page) => (
        <a key={page} href={`/${page}?lang=${currentLocale()}`}>
          {t(page === 'help' ? texts.help : texts.articles)}
        </a>
      ))}
      <Link to={routeNames.userLogin}>{t(texts.member)}</Link>
    </nav>
  );
}
