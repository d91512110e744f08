import { useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { formatPeriod } from '#web/cell/format/date-format.ts';
import { isCancelled, post } from '#web/http/client.ts';
import { useText } from '#web/i18n/locale.ts';
import type { TeamOfGuide } from '../../contract/on-the-road/teams-of-guide-answer-types.ts';

const texts = {
  title: text('请游客评价 {team}', 'Ask tourists to rate {team}'),
  lead: text('每个码供一位游客评价一次，15 日内有效。', 'Each code lets one tourist rate once, within 15 days.'),
  make: text('出示评价码', 'Show rating code'),
  next: text('下一位', 'Next tourist'),
  alt: text('评价码', 'Rating code'),
};

/** Shows a rating code of a finished team, a new one for each tourist. */
export function RatingLinkQrCode({ team }: { team: TeamOfGuide }) {
  const t = useText();
  const [code, setCode] = useState<{ picture: string; address: string }>();
  const [problem, setProblem] = useState('');
  const make = async () => {
    setProblem('');
    try {
      const options = { area: 'api', quiet: true } as const;
      setCode(await post('/api/travel.road/ratingCode', { itinerary_id: team.id }, options));
    } catch (error) {
      if (!isCancelled(error)) setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <section className="xj-road-card">
      <h3>{t(texts.title, { team: team.route ?? team.team_no })}</h3>
      {team.route && (
        <p>
          {formatPeriod(team.start_at, team.end_at)} · {team.team_no}
        </p>
      )}
      <p>{t(texts.lead)}</p>
      {code && (
        <figure>
          <img
            src={`data:image/svg+xml,${encodeURIComponent(code.picture)}`}
            alt={t(texts.alt)}
            width="240"
            height="240"
          />
        </figure>
      )}
      {problem && <p role="alert">{problem}</p>}
      <button type="button" className="xj-button" onClick={() => void make()}>
        {t(code ? texts.next : texts.make)}
      </button>
    </section>
  );
}
