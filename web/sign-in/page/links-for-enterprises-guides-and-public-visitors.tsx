import { Link } from 'react-router';
import { type Text, text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';
import { linkedPublicPages, publicPagePath } from './public-page-and-banner-registry.ts';
import './links-for-enterprises-guides-and-public-visitors.css';

interface Door {
  readonly to: string;
  readonly who: Text;
  readonly what: Text;
}

const own: readonly Door[] = [
  { to: '/user/login?who=enterprise', who: text('企业', 'Enterprises'), what: text('登录与登记', 'sign in, register') },
  { to: '/user/login?who=guide', who: text('导游', 'Guides'), what: text('带团与签到', 'teams, check-in') },
];

const label = text('其他入口', 'Other entrances');

/** Links for visitors who are not officers, next to the officers' sign-in and visible without scrolling. */
export function LinksForEnterprisesGuidesAndPublicVisitors() {
  const t = useText();
  const pages = linkedPublicPages().flatMap((page) => (page.door ? [{ to: publicPagePath(page), ...page.door }] : []));
  return (
    <nav className="xj-doors" aria-label={t(label)}>
      {[...own, ...pages].map(({ to, who, what }) => (
        <Link key={to} to={to}>
          <strong>{t(who)}</strong> <small>{t(what)}</small>
        </Link>
      ))}
    </nav>
  );
}
