import { useEffect, useState } from 'react';
import { Link, useParams } from 'react-router';
import { text } from '#kernel/text/text.ts';
import { get, isCancelled } from '#web/http/client.ts';
import { useText } from '#web/i18n/locale.ts';
import { PublicPageLayout } from '#web/sign-in/page/public-page-layout.tsx';
import { rewardKinds } from '../contract/reward-kinds-units-and-check-codes.ts';
import { RewardObjectionForm } from './reward-objection-form.tsx';
import { formatAmount } from './reward-rule-requirement-and-amount-texts.ts';
import './public-notice-of-rewards-for-bringing-tourists-page.css';

const texts = {
  title: text('奖励资金公示', 'Public notice of rewards'),
  lead: text(
    '下列申报已通过审核，公示五个工作日。对人数、夜数或金额有异议的，请在公示期内提出，核查清楚之前不予拨付。',
    'These applications have been approved and are on public notice for five working days. If you dispute the guests, nights or amounts, raise an objection during this period; nothing is paid until it is cleared up.',
  ),
  none: text('目前没有公示中的奖励', 'No rewards on public notice'),
  loading: text('正在读取…', 'Loading…'),
  retry: text('重试', 'Try again'),
  guests: text('{pax} 人 · {nights} 夜 · {teams} 个团队', 'Guests: {pax} · Nights: {nights} · Teams: {teams}'),
  amount: text('核定 {amount} 元', 'Approved CNY {amount}'),
  until: text('公示至 {date}', 'On public notice until {date}'),
  object: text('提出异议', 'Raise objection'),
  back: text('返回公示', 'Back to public notice'),
  gone: text('这份申报不在公示中', 'This application is not on public notice'),
  enquiries: text('{authority} · 咨询电话 {hotline}', '{authority} · enquiries {hotline}'),
} as const;

export interface RewardUnderPublicNotice {
  readonly id: number;
  readonly no: string;
  readonly enterprise: string;
  readonly policy: string;
  readonly doc_no: string;
  readonly kind: string;
  readonly teams: number;
  readonly pax: number;
  readonly nights: number;
  readonly amount: string;
  readonly publicity_until: string;
}

interface PublishedRewards {
  readonly authority: string;
  readonly hotline: string;
  readonly list: readonly RewardUnderPublicNotice[];
}

/** `/rewards`: rewards under public notice, with a form to object. */
export default function PublicNoticeOfTouristBringingRewardsPage() {
  const t = useText();
  const { id } = useParams();
  const [published, setPublished] = useState<PublishedRewards>();
  const [problem, setProblem] = useState<string>();
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads again when `turn` changes
  useEffect(() => {
    const controller = new AbortController();
    setProblem(undefined);
    get<PublishedRewards>('/api/reward.publicity/index', {}, { quiet: true, area: 'api', signal: controller.signal })
      .then(setPublished)
      .catch((error: unknown) => {
        if (!isCancelled(error)) setProblem(error instanceof Error ? error.message : String(error));
      });
    return () => controller.abort();
  }, [turn]);
  const chosen = published?.list.find((one) => String(one.id) === id);
  return (
    <PublicPageLayout>
      <div className="xj-publicity">
        <h1>{t(texts.title)}</h1>
        {problem && (
          <p role="alert">
            {problem}{' '}
            <button type="button" className="xj-button" onClick={() => setTurn(turn + 1)}>
              {t(texts.retry)}
            </button>
          </p>
        )}
        {!published && !problem && <p role="status">{t(texts.loading)}</p>}
        {published && id === undefined && <Published published={published} />}
        {published && id !== undefined && (
          <>
            <p>
              <Link to="/rewards">{t(texts.back)}</Link>
            </p>
            {chosen ? (
              <>
                <Reward one={chosen} />
                <RewardObjectionForm key={chosen.id} id={chosen.id} />
              </>
            ) : (
              <p role="alert">{t(texts.gone)}</p>
            )}
          </>
        )}
        {published?.hotline && (
          <p className="xj-publicity-foot">
            {t(texts.enquiries, { authority: published.authority, hotline: published.hotline })}
          </p>
        )}
      </div>
    </PublicPageLayout>
  );
}

function Published({ published: { list } }: { published: PublishedRewards }) {
  const t = useText();
  return (
    <>
      <p>{t(texts.lead)}</p>
      {list.length === 0 ? (
        <p className="xj-publicity-none">{t(texts.none)}</p>
      ) : (
        <ul>
          {list.map((one) => (
            <li key={one.id}>
              <Reward one={one} />
              <Link className="xj-button" to={`/rewards/${one.id}`} aria-label={`${t(texts.object)} ${one.no}`}>
                {t(texts.object)}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Reward({ one }: { one: RewardUnderPublicNotice }) {
  const t = useText();
  const kind = Object.entries(rewardKinds).find(([name]) => name === one.kind)?.[1];
  return (
    <div className="xj-publicity-reward">
      <h2>{one.enterprise}</h2>
      <p>
        {one.policy}（{one.doc_no}）{kind && ` · ${t(kind)}`}
      </p>
      <p>{t(texts.guests, { pax: one.pax, nights: one.nights, teams: one.teams })}</p>
      <p>
        <strong>{t(texts.amount, { amount: formatAmount(one.amount) })}</strong> ·{' '}
        {t(texts.until, { date: one.publicity_until })} · <span className="xj-publicity-no">{one.no}</span>
      </p>
    </div>
  );
}
