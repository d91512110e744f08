import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { AnyField } from '#kernel/declaration/field.ts';
import { type AnyTimeSeries, hasStates } from '#kernel/module/time-series.ts';
import { text } from '#kernel/text/text.ts';
import { formatMinute } from '#web/cell/format/date-format.ts';
import { OptionTag } from '#web/cell/option-tag.tsx';
import { post } from '#web/http/client.ts';
import { queryClientOf, queryFnFor } from '#web/http/react-query-client-by-sign-in-area.ts';
import { useText } from '#web/i18n/locale.ts';
import { pathOf } from '#web/resource/resource-calls.ts';
import { can } from '#web/session/session.ts';

const texts = {
  lost: { ...text('数据中断', 'Data lost'), tone: 'muted' } as const,
  lostSince: text('{at} 之后没有读数', 'No readings since {at}'),
  ok: { ...text('正常', 'Normal'), tone: 'good' } as const,
  percent: text('{percent}%（上限 {limit}）', '{percent}% (limit {limit})'),
  noLimit: text('没有登记上限，不判断级别', 'No limit is on record, so there is no level'),
  held: text('待核实的读数', 'Suspect readings'),
  heldNote: text(
    '变化幅度远超平时，核实前不计入',
    'They changed far more than usual and do not count before somebody decides',
  ),
  accept: text('采用', 'Accept'),
  discard: text('舍弃', 'Discard'),
};

interface State {
  readonly state: 'ok' | 'data_lost' | 'empty';
  readonly at: number | null;
  readonly limit: number | null;
  readonly percent: number | null;
  readonly level: number | null;
}

interface Props {
  readonly series: AnyTimeSeries;
  readonly id: number;
}

/** The level of a measured record against its limit. If its readings have stopped, it is grey and never shown as 0. */
export function LevelOfLatestReading({ series, id }: Props) {
  const t = useText();
  const { data } = useQuery({
    queryKey: ['series', series.name, id, 'state'],
    queryFn: queryFnFor<{ list: State[] }>(pathOf(series, 'state'), { of: id }),
    refetchInterval: 60_000,
    enabled: hasStates(series),
  });
  const now = data?.list[0];
  if (!now || now.state === 'empty') return null;
  if (now.state === 'data_lost')
    return (
      <p className="xj-series-note">
        <OptionTag option={texts.lost} /> {t(texts.lostSince, { at: formatMinute(now.at ?? 0) })}
      </p>
    );
  if (!series.levels) return null;
  if (now.percent === null) return <p className="xj-series-note">{t(texts.noLimit)}</p>;
  return (
    <p className="xj-series-note">
      <OptionTag option={series.levels.steps[now.level ?? 0] ?? texts.ok} />{' '}
      {t(texts.percent, { percent: now.percent, limit: now.limit })}
    </p>
  );
}

interface Held {
  readonly id: number;
  readonly at: number;
  readonly source: string;
  readonly reading: Readonly<Record<string, unknown>>;
}

/** Readings that are held until somebody accepts or discards them. */
export function SuspectReadingsForReview({ series, id }: Props) {
  const t = useText();
  const offered = series.pushed?.suspect !== undefined && can(`${series.of}/edit`);
  const { data } = useQuery({
    queryKey: ['series', series.name, id, 'held'],
    queryFn: queryFnFor<{ list: Held[] }>(pathOf(series, 'held'), { of: id }),
    enabled: offered,
  });
  if (!data || data.list.length === 0) return null;
  const decide = async (one: Held, accept: string) => {
    await post(pathOf(series, 'decide'), { ids: [one.id], accept });
    await queryClientOf().invalidateQueries({ queryKey: ['series', series.name, id] });
  };
  return (
    <section aria-label={t(texts.held)}>
      <h3>{t(texts.held)}</h3>
      <p className="xj-series-note">{t(texts.heldNote)}</p>
      <ul className="xj-series-held">
        {data.list.map((one) => (
          <li key={one.id}>
            {formatMinute(one.at)} · {one.source} ·{' '}
            {Object.entries<AnyField>(series.values)
              .filter(([name]) => typeof one.reading[name] === 'number')
              .map(([name, field]) => `${t(field.label)} ${String(one.reading[name])}`)
              .join(' · ')}
            <Button size="small" onClick={() => void decide(one, '1')}>
              {t(texts.accept)}
            </Button>
            <Button size="small" onClick={() => void decide(one, '0')}>
              {t(texts.discard)}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
