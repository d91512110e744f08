import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { text } from '#kernel/text/text.ts';
import { routeNames } from '#web/http/named-routes.ts';
import { useText } from '#web/i18n/locale.ts';
import { PageFoot, PageTools } from '#web/sign-in/page/page-tools-and-foot.tsx';
import { linkedPublicPages, publicPagePath } from '#web/sign-in/page/public-pages.ts';
import { LogoMark, Wordmark } from '#web/theme/logo.tsx';
import './public-page-layout.css';

const texts = {
  skip: text('跳到内容', 'Skip to content'),
  home: text('首页', 'Home'),
  more: text('公众服务', 'Public services'),
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
        <PageTools />
      </header>
      <main id="xj-public-main" tabIndex={-1}>
        {children}
      </main>
      <PageFoot>
        {foot}
        <OtherPages />
      </PageFoot>
    </div>
  );
}

/** Links to the other public pages, for citizens who came by a QR code or a link. */
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
      <Link to={routeNames.userLogin}>{t(texts.member)}</Link>
    </nav>
  );
}
