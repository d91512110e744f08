import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { guideRating } from '#modules/crew/contract/guide-rating.ts';
import { ratingReplyForm } from '#modules/crew/contract/rating-reply-form.ts';
import { DialogFormOfApiCall } from '#web/form/dialog-form-of-api-call.tsx';
import { queryFnFor } from '#web/http/react-query-client-by-sign-in-area.ts';
import { useText } from '#web/i18n/locale.ts';
import { guideRatingScores } from '../../contract/rating/guide-rating-page-and-scores.ts';

const texts = {
  title: text('游客评价', 'Tourist ratings'),
  none: text('还没有评价', 'No ratings yet'),
};

interface OwnRating {
  readonly id: number;
  /** Absent where it would tell whose rating it is. */
  readonly team_no: string | null;
  readonly rated_on: string;
  readonly service: number;
  readonly narration: number;
  readonly safety: number;
  readonly honesty: number;
  readonly remark: string | null;
  readonly reply: string | null;
}

const scores = Object.entries(guideRatingScores) as [
  keyof typeof guideRatingScores,
  (typeof guideRatingScores)['service'],
][];

/** The latest ratings of the guide. */
export function RatingsReceivedByGuideWithReplies() {
  const t = useText();
  const [open, setOpen] = useState(false);
  const [answering, setAnswering] = useState<number>();
  const { data, refetch } = useQuery({
    queryKey: ['resource', guideRating.name, 'own'],
    queryFn: queryFnFor<{ list: OwnRating[] }>('/api/crew.rating/own', {}, { area: 'api' }),
    enabled: open,
  });
  return (
    <details className="xj-road-card" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t(texts.title)}</summary>
      {data?.list.length === 0 && <p>{t(texts.none)}</p>}
      <ul className="xj-road-said">
        {data?.list.map((one) => (
          <li key={one.id}>
            <p>
              {one.rated_on} {one.team_no}
            </p>
            <p>{scores.map(([name, label]) => `${t(label)} ${one[name]}`).join(' · ')}</p>
            {one.remark && <p>{one.remark}</p>}
            {one.reply ? (
              <em>{one.reply}</em>
            ) : (
              <Button onClick={() => setAnswering(one.id)}>{t(ratingReplyForm.title)}</Button>
            )}
          </li>
        ))}
      </ul>
      {answering !== undefined && (
        <DialogFormOfApiCall
          title={t(ratingReplyForm.title)}
          lead={t(ratingReplyForm.lead)}
          okText={t(ratingReplyForm.ok)}
          {...{ path: ratingReplyForm.path, fields: ratingReplyForm.fields, area: 'api', about: { id: answering } }}
          onDone={() => {
            setAnswering(undefined);
            void refetch();
          }}
          onClose={() => setAnswering(undefined)}
        />
      )}
    </details>
  );
}
