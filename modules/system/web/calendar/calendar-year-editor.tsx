import { useMutation, useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { toShanghaiIso } from '#kernel/time/shanghai-time.ts';
import { useUnloadGuard } from '#web/form/unsaved/warn-before-leaving-unsaved-form.ts';
import { post, WireError } from '#web/http/client.ts';
import { previousDataAsPlaceholder } from '#web/http/previous-data-as-placeholder.ts';
import { queryFnFor } from '#web/http/react-query-client-by-sign-in-area.ts';
import { serverNow } from '#web/http/server-clock.ts';
import { translate } from '#web/i18n/locale.ts';
import { refreshResource } from '#web/resource/resource-calls.ts';
import { QueryResultOrError } from '#web/screen/module-screen-heading-and-query-result.tsx';
import { can } from '#web/session/session.ts';
import type { ModuleLensProps } from '#web/table/lens/module-lens-registry.ts';
import type { SpecialDay, SpecialDays } from '../../contract/special-calendar-days-answer.ts';
import { type DayAppearance, dayAppearanceTexts, markDays, type UnsavedDayMarkings } from './calendar-day-markings.ts';
import { CalendarMarkingToolbar, type DayMarkingBrush } from './calendar-marking-toolbar.tsx';
import { CalendarYearGrid } from './calendar-year-grid.tsx';
import './calendar-year.css';

const NoticeDialog = lazy(() => import('./paste-holiday-notice-and-save-its-days-dialog.tsx'));

const texts = {
  year: text('{year} 年', '{year}'),
  before: text('上一年', 'Previous year'),
  after: text('下一年', 'Next year'),
  today: text('今年', 'This year'),
  estimated: text('暂估：尚未录入国务院公布的安排', 'Estimated: the State Council schedule has not been entered'),
  missing: text('{year} 年放假安排尚未录入', 'The {year} public holiday schedule has not been entered'),
  missingText: text(
    '跨入该年的期限暂按周末估算，并标注“暂估”。国务院办公厅的通知公布后，把原文粘贴进来即可。',
    'Deadlines running into that year are estimated by weekends and marked “estimated”. Paste the State Council notice here once it is announced.',
  ),
  paste: text('粘贴放假通知', 'Paste holiday notice'),
  legend: text('图例', 'Legend'),
  now: text('今天', 'Today'),
};

/** Marked days not saved yet, kept while the person looks at the table. */
let unsaved: UnsavedDayMarkings = new Map();

/** The marked days not saved yet, and a function to save them. */
function useMarkings(resource: string) {
  const [marked, setMarked] = useState(unsaved);
  useUnloadGuard(marked.size > 0);
  const mark = (next: UnsavedDayMarkings) => {
    unsaved = next;
    setMarked(next);
  };
  const save = useMutation({
    mutationFn: (announced: boolean) => {
      const days = [...marked].map(([date, one]) => ({ date, ...one, announced: announced ? '1' : '0' }));
      return post('/admin/system.calendar/mark', { days }, { successMessage: true });
    },
    onSuccess: async () => {
      mark(new Map());
      await refreshResource(resource);
    },
    onError: (error) => {
      if (!(error instanceof WireError)) throw error;
    },
  });
  return { marked, mark, save };
}

/** A year that should have been announced and is missing, with a button to paste its notice. */
function MissingYear({ year, onPaste }: { year: number; onPaste(): void }) {
  return (
    <Alert
      type="warning"
      showIcon
      title={translate(texts.missing, { year })}
      description={
        <>
          <p>{translate(texts.missingText)}</p>
          <Button onClick={onPaste}>{translate(texts.paste)}</Button>
        </>
      }
    />
  );
}

interface YearHeadProps {
  readonly year: number;
  readonly thisYear: number;
  /** Its arrangement has not been announced yet. */
  readonly estimated: boolean;
  readonly children: ReactNode;
  onShow(year: number): void;
}

function YearHead({ year, thisYear, estimated, children, onShow }: YearHeadProps) {
  return (
    <header className="xj-year-head">
      <Button aria-label={translate(texts.before)} disabled={year <= 2000} onClick={() => onShow(year - 1)}>
        ‹
      </Button>
      <h2>{translate(texts.year, { year })}</h2>
      <Button aria-label={translate(texts.after)} disabled={year >= 2100} onClick={() => onShow(year + 1)}>
        ›
      </Button>
      {year !== thisYear && <Button onClick={() => onShow(thisYear)}>{translate(texts.today)}</Button>}
      {estimated && <p className="xj-year-estimated">{translate(texts.estimated)}</p>}
      {children}
    </header>
  );
}

/** A year of the calendar; undefined if the URL has none. */
function readYear(value: string | null | undefined): number | undefined {
  const year = Number(value);
  return Number.isInteger(year) && year >= 2000 && year <= 2100 ? year : undefined;
}

/** Year view of the calendar: each day as it counts for deadlines; days are marked by dragging, keyboard or touch. */
export default function CalendarYearEditor({ resource, param, setParams }: ModuleLensProps) {
  const today = toShanghaiIso(serverNow() * 1000).slice(0, 10);
  const year = readYear(param('year')) ?? Number(today.slice(0, 4));
  const mayMark = can('system/calendar/edit') && can('system/calendar/add');
  const { marked, mark, save } = useMarkings(resource.name);
  const [brush, setBrush] = useState<DayMarkingBrush>();
  const [pasting, setPasting] = useState(false);
  const query = useQuery({
    queryKey: ['resource', resource.name, 'days', year],
    queryFn: queryFnFor<SpecialDays>('/admin/system.calendar/days', { from: `${year}-01-01`, to: `${year}-12-31` }),
    placeholderData: previousDataAsPlaceholder('resource', resource.name, 'days'),
  });
  const markedDays = useMemo(
    () => new Map((query.data?.days ?? []).map((one): [string, SpecialDay] => [one.date, one])),
    [query.data],
  );
  const show = (next: number) => setParams({ year: String(next) }, { replace: true });
  return (
    <section className="xj-year">
      <QueryResultOrError query={query}>
        {({ announced, missing }) => (
          <>
            {missing !== null && mayMark && (
              <MissingYear
                year={missing}
                onPaste={() => {
                  show(missing);
                  setPasting(true);
                }}
              />
            )}
            <YearHead
              year={year}
              thisYear={Number(today.slice(0, 4))}
              estimated={!announced.includes(year)}
              onShow={show}
            >
              {mayMark && missing === null && (
                <Button className="xj-year-paste" onClick={() => setPasting(true)}>
                  {translate(texts.paste)}
                </Button>
              )}
            </YearHead>
            <Legend />
            {mayMark && (
              <CalendarMarkingToolbar
                brush={brush}
                onBrush={setBrush}
                marked={marked.size}
                busy={save.isPending}
                onSave={(whole) => save.mutate(whole)}
                onDrop={() => mark(new Map())}
              />
            )}
            <CalendarYearGrid
              year={year}
              today={today}
              markedDays={markedDays}
              marked={marked}
              // the kind of a day is unknown until its year has loaded
              brushing={brush !== undefined && !query.isPlaceholderData}
              onMark={(base, days) =>
                brush &&
                mark(
                  markDays(markedDays, base, days, { kind: brush.kind, name: brush.kind === null ? '' : brush.name }),
                )
              }
            />
            {pasting && (
              <Suspense fallback={null}>
                <NoticeDialog year={year} onClose={() => setPasting(false)} onSaved={show} />
              </Suspense>
            )}
          </>
        )}
      </QueryResultOrError>
    </section>
  );
}

/** Legend of colours and signs. */
function Legend() {
  const looks: readonly DayAppearance[] = ['workday', 'weekend', 'holiday', 'makeup'];
  return (
    <ul className="xj-year-legend" aria-label={translate(texts.legend)}>
      {looks.map((look) => (
        <li key={look}>
          <span
            className="xj-day"
            data-look={look}
            data-sign={translate(dayAppearanceTexts[look].sign)}
            aria-hidden="true"
          >
            {look === 'holiday' ? 1 : look === 'makeup' ? 4 : look === 'weekend' ? 6 : 8}
          </span>
          {translate(dayAppearanceTexts[look].label)}
        </li>
      ))}
      <li>
        <span className="xj-day" data-look="workday" data-today="true" aria-hidden="true">
          9
        </span>
        {translate(texts.now)}
      </li>
    </ul>
  );
}
