import { useQuery } from '@tanstack/react-query';
import { Pagination, Segmented } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { field } from '#kernel/field/field.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { isDate } from '#kernel/time/shanghai-time.ts';
import { formatMinute } from '#web/cell/format/date-format.ts';
import { urlWithToken } from '#web/http/client.ts';
import { previousDataAsPlaceholder } from '#web/http/previous-data-as-placeholder.ts';
import { queryFnFor } from '#web/http/react-query-client-by-sign-in-area.ts';
import { useText } from '#web/i18n/locale.ts';
import { useGoToLastPageWithRows } from '#web/resource/go-to-last-page-with-rows.ts';
import { ModuleScreenFrame, QueryResultOrError } from '#web/screen/module-screen-heading-and-query-result.tsx';
import '#web/error/state.css';
import './member-home-screen-with-pending-work-check-in-and-balances.css';
import './balance-and-points-log.css';

const texts = {
  balance: text('余额记录', 'Balance log'),
  integral: text('积分记录', 'Points log'),
  all: text('全部', 'All'),
  in: text('增加', 'Increase'),
  out: text('减少', 'Decrease'),
  from: text('开始日期', 'Start date'),
  to: text('结束日期', 'End date'),
  direction: text('收支', 'Increase or decrease'),
  export: text('导出表格', 'Export table'),
  after: text('变动后 {after}', '{after} after change'),
  nothing: text('还没有变动', 'No changes yet'),
  none: text('没有符合条件的记录', 'No matching records'),
  overview: text('去签到', 'Check in'),
} as const satisfies Record<string, Text>;

/** Link to what adds the first line, shown in an empty log. */
const begins = {
  balance: text(
    '主管部门发放的奖励与余额调整会记在这里。',
    'Rewards and balance adjustments by the authority are recorded here.',
  ),
  integral: text(
    '每日签到即可获得积分，连续签到每天多得一分，最多七分。',
    'Check in daily to earn points: one more for each consecutive day, up to seven.',
  ),
} as const satisfies Record<string, Text>;

type Line = {
  id: number;
  money?: string;
  score?: number;
  before: string;
  after: string;
  memo: string;
  createtime: number;
};
type Way = '' | 'in' | 'out';

const ofPage = 20;

const DayInput = lazy(async () => ({
  default: (await import('#web/input/control/date-time-and-year-inputs.tsx')).DayInput,
}));
const days = { from: field.date(texts.from), to: field.date(texts.to) };

/** Changes of balance or points, newest first, filtered by date and direction, with a download. */
export function BalanceAndPointsLog({ of }: { of: 'balance' | 'integral' }) {
  const t = useText();
  const [filter, setFilter] = useState<{ from: string; to: string; way: Way }>({ from: '', to: '', way: '' });
  const [page, setPage] = useState(1);
  const narrow = (more: Partial<typeof filter>): void => {
    setFilter({ ...filter, ...more });
    setPage(1);
  };
  const path = `/api/account/${of}`;
  const params = { ...filter, page, limit: ofPage };
  const query = useQuery({
    queryKey: [path, params],
    queryFn: queryFnFor<{ list: Line[]; total: number }>(path, params, { area: 'api' }),
    placeholderData: previousDataAsPlaceholder(path),
    staleTime: 0,
  });
  const rows = query.isPlaceholderData ? undefined : query.data?.list.length;
  useGoToLastPageWithRows({ page, limit: ofPage, rows, total: query.data?.total ?? 0 }, setPage);
  return (
    <ModuleScreenFrame
      className="xj-change-log"
      title={t(texts[of])}
      tools={
        <a className="xj-button" href={urlWithToken('/api/account/statement', { of, ...filter }, 'api')} download>
          {t(texts.export)}
        </a>
      }
    >
      <div className="xj-change-filter">
        <Segmented<Way>
          aria-label={t(texts.direction)}
          value={filter.way}
          onChange={(way) => narrow({ way })}
          options={[
            { value: '', label: t(texts.all) },
            { value: 'in', label: t(texts.in) },
            { value: 'out', label: t(texts.out) },
          ]}
        />
        {(['from', 'to'] as const).map((name) => (
          <DayFilter key={name} name={name} value={filter[name]} onChange={(day) => narrow({ [name]: day })} />
        ))}
      </div>
      <QueryResultOrError query={query}>
        {({ list, total }) =>
          list.length === 0 ? (
            <NothingYet of={of} filtered={Object.values(filter).some(Boolean)} />
          ) : (
            <>
              <Lines list={list} />
              <Pagination
                align="end"
                current={page}
                total={total}
                pageSize={ofPage}
                showSizeChanger={false}
                hideOnSinglePage
                onChange={setPage}
              />
            </>
          )
        }
      </QueryResultOrError>
    </ModuleScreenFrame>
  );
}

function NothingYet({ of, filtered }: { of: keyof typeof begins; filtered: boolean }) {
  const t = useText();
  return (
    <div className="xj-state">
      <h2>{t(filtered ? texts.none : texts.nothing)}</h2>
      {!filtered && <p>{t(begins[of])}</p>}
      {!filtered && of === 'integral' && (
        <Link className="xj-button" to="/user/account/overview">
          {t(texts.overview)}
        </Link>
      )}
    </div>
  );
}

function Lines({ list }: { list: readonly Line[] }) {
  const t = useText();
  return (
    <ul className="xj-change-lines">
      {list.map((one) => {
        const change = String(one.money ?? one.score);
        return (
          <li key={one.id}>
            <span>{one.memo}</span>
            <time>{formatMinute(one.createtime)}</time>
            <strong data-gone={change.startsWith('-') || undefined}>
              {change.startsWith('-') ? change : `+${change}`}
            </strong>
            <small>{t(texts.after, { after: one.after })}</small>
          </li>
        );
      })}
    </ul>
  );
}

interface DayFilterProps {
  name: 'from' | 'to';
  /** A date (YYYY-MM-DD) or empty. */
  value: string;
  onChange(day: string): void;
}

function DayFilter({ name, value, onChange }: DayFilterProps) {
  const t = useText();
  const [unread, setUnread] = useState<string>();
  return (
    <div className="xj-change-day">
      <label htmlFor={`change-${name}`}>{t(texts[name])}</label>
      <Suspense fallback={null}>
        <DayInput
          id={`change-${name}`}
          name={name}
          field={days[name]}
          value={value || unread || null}
          invalid={unread !== undefined}
          onChange={(next) => {
            const typed = typeof next === 'string' && next !== '' ? next : undefined;
            // an invalid date stays in the field and does not filter
            setUnread(typed && !isDate(typed) ? typed : undefined);
            onChange(typed && isDate(typed) ? typed : '');
          }}
        />
      </Suspense>
    </div>
  );
}
