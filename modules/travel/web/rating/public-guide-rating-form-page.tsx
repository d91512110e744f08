import { type FormEvent, useEffect, useState } from 'react';
import { Link, useParams } from 'react-router';
import { text } from '#kernel/text/text.ts';
import {
  type GuideRatingFormAnswer,
  guideRatingPage,
  guideRatingScores,
} from '#modules/travel/contract/rating/guide-rating-page-and-scores.ts';
import { isCancelled, post } from '#web/http/client.ts';
import { useText } from '#web/i18n/locale.ts';
import { ScoreRadioGroup, ScoreScaleHint } from '#web/input/score-radio-group.tsx';
import { PublicPageLayout } from '#web/sign-in/page/public-page-layout.tsx';
import './public-guide-rating-form-page.css';

const texts = {
  team: text('团队 {team}，{agency}', 'Team {team} of {agency}'),
  card: text('导游证号 {card}', 'Guide card {card}'),
  remark: text('评语（选填）', 'Comment (optional)'),
  lead: text('每个链接只能评价一次；评价不显示您的身份。', 'Each link can be used once; your identity is not shown.'),
  send: text('提交评价', 'Submit rating'),
  thanks: text('感谢您的评价。', 'Thank you for your rating.'),
  agency: text('也评价旅行社（匿名）', 'Evaluate the agency too (anonymous)'),
  complain: text(
    '遇到强迫购物等问题可拨打 12345 投诉。',
    'For forced shopping and other problems, call 12345 to complain.',
  ),
};

const scores = Object.entries(guideRatingScores);

/** Public page `/rate/:token` on which a tourist rates the guide. */
export default function PublicGuideRatingFormPage() {
  const t = useText();
  const { token = '' } = useParams();
  const [rating, setRating] = useState<GuideRatingFormAnswer>();
  const [problem, setProblem] = useState('');
  const [sent, setSent] = useState<{ readonly evaluate: string }>();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    const controller = new AbortController();
    const options = { area: 'api', quiet: true, signal: controller.signal } as const;
    post<GuideRatingFormAnswer>('/api/travel.rating/open', { token }, options).then(setRating, (error: unknown) => {
      if (!isCancelled(error)) setProblem(error instanceof Error ? error.message : String(error));
    });
    return () => controller.abort();
  }, [token]);
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const given = Object.fromEntries(scores.map(([name]) => [name, Number(form.get(name))]));
    setBusy(true);
    setProblem('');
    try {
      const body = { token, ...given, remark: String(form.get('remark') ?? '') };
      setSent(await post<{ evaluate: string }>('/api/travel.rating/send', body, { area: 'api', quiet: true }));
    } catch (error) {
      if (!isCancelled(error)) setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <PublicPageLayout>
      <div className="xj-rate">
        <h1>{t(guideRatingPage.title)}</h1>
        {rating && !sent && (
          <form onSubmit={(event) => void send(event)}>
            <p>{t(texts.team, { team: rating.team_no, agency: rating.agency })}</p>
            <p>{t(texts.card, { card: rating.card_no })}</p>
            {rating.photo && <img src={rating.photo} alt="" width="72" height="96" />}
            <ScoreScaleHint />
            {scores.map(([name, label]) => (
              <ScoreRadioGroup key={name} name={name} label={t(label)} />
            ))}
            <label>
              {t(texts.remark)}
              <textarea name="remark" rows={3} maxLength={500} />
            </label>
            <button type="submit" className="xj-button" data-tone="primary" disabled={busy}>
              {t(texts.send)}
            </button>
            <p>
              <small>{t(texts.lead)}</small>
            </p>
          </form>
        )}
        {problem && <p role="alert">{problem}</p>}
        {sent && (
          <>
            <p role="status">{t(texts.thanks)}</p>
            <Link className="xj-button" to={sent.evaluate}>
              {t(texts.agency)}
            </Link>
          </>
        )}
        <p>
          <small>{t(texts.complain)}</small>
        </p>
      </div>
    </PublicPageLayout>
  );
}
