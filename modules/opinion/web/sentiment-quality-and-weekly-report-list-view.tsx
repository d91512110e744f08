import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useNavigate } from 'react-router';
import { text } from '#kernel/text/text.ts';
import { sentiments } from '#modules/system/contract/complaint-and-opinion-option-lists.ts';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { get, isCancelled, post } from '#web/http/client.ts';
import { useText } from '#web/i18n/locale.ts';
import { resourcePath } from '#web/session/admin-or-member-area.ts';
import { can } from '#web/session/session.ts';
import type { SentimentPrecisionAndRecall } from '../contract/sentiment-quality-and-topic-spread-answer-types.ts';
import './opinion-panels.css';

const texts = {
  about: text(
    '按最近 {n} 条人工标注，词典在标注之前的判断有 {percent} 与人一致。',
    'Of the {n} {n|post|posts} that people labelled last, the lexicon had judged {percent} as they did.',
  ),
  none: text('还没有人工标注的信息。', 'No post has been labelled yet.'),
  sentiment: text('倾向', 'Sentiment'),
  labelled: text('人工标注', 'Labelled'),
  predicted: text('词典判断', 'By the lexicon'),
  precision: text('准确率', 'Precision'),
  recall: text('召回率', 'Recall'),
  report: text('起草本周舆情周报', 'Draft the weekly report'),
};

const percent = (share: number | null) => (share === null ? '—' : `${(share * 100).toFixed(1)}%`);

/** Precision of the lexicon over the posts labelled last, and the weekly report. */
export default function SentimentQualityAndWeeklyReportListView() {
  const t = useText();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['resource', 'opinion/item', 'quality'],
    queryFn: ({ signal }) => get<SentimentPrecisionAndRecall>('/admin/opinion.item/quality', {}, { signal }),
  });
  if (error) return <LoadErrorWithRetry error={error} onRetry={() => void refetch()} />;
  if (isPending) return <Skeleton active title={false} paragraph={{ rows: 4 }} />;
  return (
    <section className="xj-opinion-quality">
      {can('document/document/add') && <WeeklyReportButton />}
      <p>
        {data.labelled === 0 ? t(texts.none) : t(texts.about, { n: data.labelled, percent: percent(data.accuracy) })}
      </p>
      <div className="xj-opinion-table">
        <table>
          <thead>
            <tr>
              {[texts.sentiment, texts.labelled, texts.predicted, texts.precision, texts.recall].map((one) => (
                <th key={one.en} scope="col">
                  {t(one)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.classes.map((one) => (
              <tr key={one.sentiment}>
                <th scope="row">{t(sentiments.options[one.sentiment] ?? texts.sentiment)}</th>
                <td>{one.labelled}</td>
                <td>{one.predicted}</td>
                <td>{percent(one.precision)}</td>
                <td>{percent(one.recall)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function WeeklyReportButton() {
  const t = useText();
  const navigate = useNavigate();
  const draft = async () => {
    try {
      const { id } = await post<{ id: number }>('/admin/opinion.item/draftWeeklyReport', {});
      await navigate(resourcePath({ name: 'document/document' }, id));
    } catch (reason) {
      if (!isCancelled(reason)) throw reason;
    }
  };
  return (
    <Button type="primary" onClick={() => void draft()}>
      {t(texts.report)}
    </Button>
  );
}
