import { useEffect, useState } from 'react';
import { Link, useParams } from 'react-router';
import type { DailyRoot, SignedRoot } from '#kernel/evidence-chain/signed-hourly-and-daily-merkle-root.ts';
import { text } from '#kernel/text/text.ts';
import { get, isCancelled, urlWithToken, WireError } from '#web/http/client.ts';
import { useText } from '#web/i18n/locale.ts';
import { PublicPageLayout } from '#web/sign-in/page/public-page-layout.tsx';
import { dailyEvidenceRootPage, evidenceVerifyPage } from '../contract/daily-root-and-evidence-verification-pages.ts';
import './evidence-pages.css';

const texts = {
  lead: text(
    '平台每小时把全部新增的证据记录汇成一个根并签名，次日公布当日各根的汇总。此后任何一条记录被改动或删除，都与已公布的根不符。',
    'Every hour the platform combines all new evidence records in a signed root, and the next day it publishes the roots of that day. A record that is changed or removed afterwards no longer matches the published root.',
  ),
  day: text('{day} 的证据根', 'Evidence root of {day}'),
  hash: text('哈希（SM3）', 'Hash (SM3)'),
  previous: text('前一日的哈希', 'Hash of the day before'),
  roots: text('时段根', 'Hourly roots'),
  key: text('密钥编号', 'Key ID'),
  ed25519: text('Ed25519 签名', 'Ed25519 signature'),
  sm2: text('SM2 签名', 'SM2 signature'),
  unsigned: text('当日未签名：签名密钥不可用', 'Not signed: the signing key was not available'),
  before: text('前一日', 'Previous day'),
  after: text('后一日', 'Next day'),
  print: text('打印', 'Print'),
  json: text('JSON 数据', 'JSON data'),
  verify: text('核验证据文件', 'Verify an evidence file'),
  qr: text('本页地址的二维码', 'QR code with the address of this page'),
  loading: text('正在读取…', 'Loading…'),
  none: text('没有公布 {day} 的证据根', 'No evidence root of {day} was published'),
  noneYet: text(
    '尚未公布证据根：每日的根在次日公布',
    'No evidence root was published yet: that of a day is published on the next',
  ),
};

interface PublishedDay extends SignedRoot<DailyRoot> {
  readonly hash: string;
  readonly previous_day: string | null;
  readonly next_day: string | null;
}

/** `/verify/root/2026-11-28`: what is published of a day, to read, print and compare. */
export default function DailyEvidenceRootPage() {
  const t = useText();
  const { day = '' } = useParams();
  const [found, setFound] = useState<PublishedDay>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    setFound(undefined);
    setProblem(undefined);
    const controller = new AbortController();
    get<PublishedDay>('/api/evidence/day', day ? { day } : {}, { quiet: true, area: 'api', signal: controller.signal })
      .then(setFound)
      .catch((error: unknown) => {
        if (isCancelled(error)) return;
        // without an answer nothing is known: that there is no root would be a wrong accusation
        if (error instanceof WireError && error.reason === 'not_found')
          setProblem(t(day ? texts.none : texts.noneYet, { day }));
        else setProblem(error instanceof Error ? error.message : String(error));
      });
    return () => controller.abort();
  }, [day, t]);
  return (
    <PublicPageLayout>
      <div className="xj-evidence">
        <h1>{t(dailyEvidenceRootPage.title)}</h1>
        <p className="xj-evidence-soft">{t(texts.lead)}</p>
        <div aria-live="polite">{!found && <p>{problem ?? t(texts.loading)}</p>}</div>
        {found && <Day found={found} />}
        <p className="xj-evidence-line">
          <Link className="xj-button" to={evidenceVerifyPage.path}>
            {t(texts.verify)}
          </Link>
        </p>
      </div>
    </PublicPageLayout>
  );
}

function Day({ found }: { found: PublishedDay }) {
  const t = useText();
  const { content, hash, signatures, previous_day, next_day } = found;
  const facts = [
    [texts.hash, hash],
    [texts.previous, content.previous],
    [texts.key, content.key ?? '—'],
    ...(signatures
      ? ([
          [texts.ed25519, signatures.ed25519],
          [texts.sm2, signatures.sm2],
        ] as const)
      : []),
  ] as const;
  return (
    <>
      <p className="xj-evidence-line">
        {previous_day && (
          <Link className="xj-button" to={`/verify/root/${previous_day}`}>
            ← {t(texts.before)}
          </Link>
        )}
        {next_day && (
          <Link className="xj-button" to={`/verify/root/${next_day}`}>
            {t(texts.after)} →
          </Link>
        )}
        <button type="button" className="xj-button" onClick={() => globalThis.print()}>
          {t(texts.print)}
        </button>
        <a
          className="xj-button"
          href={urlWithToken('/api/evidence/day', { day: content.day })}
          target="_blank"
          rel="noreferrer"
        >
          {t(texts.json)}
        </a>
      </p>
      <article className="xj-evidence-card" data-tone={signatures ? 'good' : 'warning'}>
        <div className="xj-evidence-root">
          <h2>{t(texts.day, { day: content.day })}</h2>
          <img
            src={urlWithToken('/api/evidence/dayQr', { day: content.day })}
            width="120"
            height="120"
            alt={t(texts.qr)}
          />
        </div>
        {!signatures && <p>{t(texts.unsigned)}</p>}
        <dl>
          {facts.map(([label, value]) => (
            <div key={label.en}>
              <dt>{t(label)}</dt>
              <dd>
                <code>{value}</code>
              </dd>
            </div>
          ))}
          {content.roots.map((root) => (
            <div key={root.number}>
              <dt>
                {t(texts.roots)} {root.number}
              </dt>
              <dd>
                <code>{root.hash}</code>
              </dd>
            </div>
          ))}
        </dl>
      </article>
    </>
  );
}
