import { type FormEvent, useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { text } from '#kernel/text/text.ts';
import { isCancelled, post } from '#web/http/client.ts';
import { useText } from '#web/i18n/locale.ts';
import { ScoreRadioGroup, ScoreScaleHint } from '#web/input/score-radio-group.tsx';
import { PublicPageLayout } from '#web/sign-in/page/public-page-layout.tsx';
import {
  type EvaluationTarget,
  evaluationLimits,
  evaluationScores,
  evaluationTags,
  evaluationTargets,
  tagsByTarget,
} from '../contract/evaluation-targets-scores-and-tags.ts';
import { type EvaluationSubject, evaluationPage } from '../contract/public-evaluation-page-and-link-types.ts';
import { EvaluationPictureField, useEvaluationPictures } from './evaluation-pictures.tsx';
import './evaluate-agency-or-complaint-handling-by-link-page.css';

const texts = {
  lead: text(
    '每个链接只能评价一次。匿名评价满 {n} 份后一起出现，不记录您的身份、手机和所投诉或参加的团队。',
    'Each link can be used once. Anonymous evaluations appear together once there are {n}. Your identity, your mobile and the complaint or team you were asked about are not stored.',
  ),
  tags: text('印象（选填）', 'Impressions (optional)'),
  remark: text('评语（选填）', 'Comment (optional)'),
  signed: text('署名（选填，填写后立即出现）', 'Signed (optional; a signed evaluation appears at once)'),
  send: text('提交评价', 'Submit evaluation'),
  thanks: text('感谢您的评价。', 'Thank you for your evaluation.'),
};

const scores = Object.entries(evaluationScores);

/** Public page `/evaluate/:secret` on which somebody evaluates an agency, or how a complaint was handled. */
export default function EvaluateAgencyOrComplaintHandlingPage() {
  const t = useText();
  const { secret = '' } = useParams();
  const [subject, setSubject] = useState<EvaluationSubject>();
  const [problem, setProblem] = useState('');
  const [sent, setSent] = useState(false);
  useEffect(() => {
    const controller = new AbortController();
    const options = { area: 'api', quiet: true, signal: controller.signal } as const;
    post<EvaluationSubject>('/api/evaluation.open/subject', { secret }, options).then(setSubject, (error: unknown) => {
      if (!isCancelled(error)) setProblem(error instanceof Error ? error.message : String(error));
    });
    return () => controller.abort();
  }, [secret]);
  return (
    <PublicPageLayout>
      <div className="xj-evaluate">
        <h1>{t(evaluationPage.title)}</h1>
        {subject && !sent && (
          <>
            <p>
              {t(evaluationTargets[subject.target])}
              {' · '}
              <strong>{subject.name}</strong>
            </p>
            <EvaluationForm
              secret={secret}
              target={subject.target}
              onProblem={setProblem}
              onSent={() => setSent(true)}
            />
          </>
        )}
        {problem && <p role="alert">{problem}</p>}
        {sent && <p role="status">{t(texts.thanks)}</p>}
      </div>
    </PublicPageLayout>
  );
}

interface EvaluationFormProps {
  readonly secret: string;
  readonly target: EvaluationTarget;
  /** Called with the message of a refusal, or with '' when the form is sent again. */
  onProblem(message: string): void;
  onSent(): void;
}

function EvaluationForm({ secret, target, onProblem, onSent }: EvaluationFormProps) {
  const t = useText();
  const [busy, setBusy] = useState(false);
  const [signed, setSigned] = useState('');
  const pictures = useEvaluationPictures();
  const isSigned = signed.trim() !== '';
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const answers = {
      secret,
      ...Object.fromEntries(scores.map(([name]) => [name, Number(form.get(name))])),
      tags: form.getAll('tags'),
      remark: form.get('remark'),
      signed_as: form.get('signed_as'),
    };
    setBusy(true);
    onProblem('');
    try {
      const files = isSigned ? await pictures.send(secret) : [];
      await post('/api/evaluation.open/send', { ...answers, files }, { area: 'api', quiet: true });
      onSent();
    } catch (error) {
      if (!isCancelled(error)) onProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void send(event)}>
      <ScoreScaleHint />
      {scores.map(([name, label]) => (
        <ScoreRadioGroup key={name} name={name} label={t(label)} />
      ))}
      <fieldset className="xj-evaluate-tags">
        <legend>{t(texts.tags)}</legend>
        {tagsByTarget[target].map((name) => (
          <label key={name}>
            <input type="checkbox" name="tags" value={name} />
            {t(evaluationTags[name])}
          </label>
        ))}
      </fieldset>
      <label>
        {t(texts.remark)}
        <textarea name="remark" rows={3} maxLength={500} />
      </label>
      <label>
        {t(texts.signed)}
        <input
          type="text"
          name="signed_as"
          maxLength={40}
          autoComplete="off"
          value={signed}
          onChange={({ target }) => setSigned(target.value)}
        />
      </label>
      <EvaluationPictureField pictures={pictures} disabled={!isSigned} />
      <button type="submit" className="xj-button" data-tone="primary" disabled={busy}>
        {t(texts.send)}
      </button>
      <p>
        <small>{t(texts.lead, { n: evaluationLimits.fewestTogether })}</small>
      </p>
    </form>
  );
}
