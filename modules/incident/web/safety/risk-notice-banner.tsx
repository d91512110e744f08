import { Link, useLocation } from 'react-router';
import { text } from '#kernel/text/text.ts';
import { currentLocale, useText } from '#web/i18n/locale.ts';
import { publicRiskNoticesPage } from '../../contract/risk-notices-answer-types-and-path-of-public-page.ts';
import { RiskNoticeLevelMark } from './risk-notice-level-mark.tsx';
import { useRiskNoticesInForce } from './use-risk-notices-in-force.ts';
import './risk-notice-banner.css';

const texts = {
  region: text('风险提示', 'Risk notice'),
  more: text('另有 {n} 条', '{n} more'),
};

/** On every public page: the gravest notice in force, with a link to all. Nothing while there is none. */
export default function RiskNoticeBanner() {
  const t = useText();
  const { pathname } = useLocation();
  const { answer } = useRiskNoticesInForce();
  const [gravest, ...others] = answer?.notices ?? [];
  if (!gravest || pathname.startsWith(publicRiskNoticesPage.path)) return null;
  return (
    <aside className="xj-risk-banner" aria-label={t(texts.region)}>
      <RiskNoticeLevelMark level={gravest.level} />
      <Link to={publicRiskNoticesPage.path}>{currentLocale() === 'en' ? gravest.title_en : gravest.title}</Link>
      {others.length > 0 && <small>{t(texts.more, { n: others.length })}</small>}
    </aside>
  );
}
