import { text } from '#kernel/text/text.ts';
import { formatMinute } from '#web/cell/format/date-format.ts';
import { currentLocale, useText } from '#web/i18n/locale.ts';
import { PublicPageLayout } from '#web/sign-in/page/public-page-layout.tsx';
import { riskKinds } from '../../contract/incident-sources-grades-and-offices.ts';
import {
  publicRiskNoticesPage,
  type RiskNoticeInForce,
} from '../../contract/risk-notices-answer-types-and-path-of-public-page.ts';
import { RiskNoticeLevelMark } from './risk-notice-level-mark.tsx';
import { useRiskNoticesInForce } from './use-risk-notices-in-force.ts';
import '#web/sign-in/page/sign-in.css';
import './public-risk-notices-and-emergency-numbers-page.css';

const texts = {
  lead: text('当前有效的风险提示，级别由高到低。', 'Risk notices in force, the gravest first.'),
  none: text('当前没有风险提示。', 'There are no risk notices at present.'),
  failed: text('没有读到风险提示，请稍后再试。', 'The notices could not be loaded. Please try again later.'),
  reading: text('正在读取…', 'Loading…'),
  until: text('{from} 至 {to}', '{from} to {to}'),
  help: text('求助电话', 'Emergency numbers'),
  hotline: text('值班电话', 'Duty room'),
};

/** Everywhere in China. */
const numbers = [
  ['110', text('报警', 'Police')],
  ['119', text('消防救援', 'Fire and rescue')],
  ['120', text('急救', 'Ambulance')],
  ['122', text('交通事故', 'Traffic accidents')],
  ['12345', text('政务热线', 'Public service hotline')],
] as const;

/** `/safety`: risk notices in force, and emergency numbers, for tourists on a phone. */
export default function PublicRiskNoticesAndEmergencyNumbersPage() {
  const t = useText();
  const { answer, failed } = useRiskNoticesInForce();
  const hotline = answer?.hotline ?? '';
  return (
    <PublicPageLayout>
      <div className="xj-safety">
        <h1>{t(publicRiskNoticesPage.title)}</h1>
        <p>{t(texts.lead)}</p>
        {failed ? (
          <p role="alert">{t(texts.failed)}</p>
        ) : answer === undefined ? (
          <p role="status">{t(texts.reading)}</p>
        ) : answer.notices.length === 0 ? (
          <p className="xj-safety-none">{t(texts.none)}</p>
        ) : (
          answer.notices.map((notice) => <Notice key={notice.id} notice={notice} />)
        )}
        <section aria-labelledby="xj-safety-help">
          <h2 id="xj-safety-help">{t(texts.help)}</h2>
          <ul className="xj-safety-numbers">
            {[...(hotline ? [[hotline, texts.hotline] as const] : []), ...numbers].map(([number, label]) => (
              <li key={number}>
                <a href={`tel:${number}`}>
                  <strong>{number}</strong>
                  {t(label)}
                </a>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </PublicPageLayout>
  );
}

function Notice({ notice }: { readonly notice: RiskNoticeInForce }) {
  const t = useText();
  const english = currentLocale() === 'en';
  const kind = Object.hasOwn(riskKinds, notice.kind) ? riskKinds[notice.kind as keyof typeof riskKinds] : undefined;
  return (
    <article className="xj-safety-notice" data-level={notice.level}>
      <header>
        <RiskNoticeLevelMark level={notice.level} />
        <span>{[english ? notice.area_en : notice.area, kind && t(kind)].filter(Boolean).join(' · ')}</span>
      </header>
      <h2>{english ? notice.title_en : notice.title}</h2>
      <p>{english ? notice.content_en : notice.content}</p>
      <small>{t(texts.until, { from: formatMinute(notice.valid_from), to: formatMinute(notice.valid_to) })}</small>
    </article>
  );
}
