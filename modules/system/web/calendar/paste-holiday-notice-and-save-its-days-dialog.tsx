import { useMutation } from '@tanstack/react-query';
import { Alert } from 'antd';
import { useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { addDays } from '#kernel/time/shanghai-time.ts';
import { formatWeekday } from '#web/cell/format/long-day-month-and-weekday-format.ts';
import { FormDialog } from '#web/form/dialog-with-form.tsx';
import { post, WireError } from '#web/http/client.ts';
import { currentLocale, translate } from '#web/i18n/locale.ts';
import { TextArea } from '#web/input/control/text-password-and-textarea-inputs.tsx';
import { refreshResource } from '#web/resource/resource-calls.ts';
import { calendarDay } from '../../contract/holiday-or-make-up-workday.ts';
import { type HolidayNoticeDay, parseHolidayNotice } from '../../contract/parse-holiday-notice.ts';
import { dayAppearanceTexts } from './calendar-day-markings.ts';

const texts = {
  title: text('粘贴放假通知', 'Paste holiday notice'),
  hint: text(
    '粘贴国务院办公厅通知的原文，或每行一天的清单（2027-01-01 放假 元旦）。没有写明年份的日期按 {year} 年。',
    'Paste the State Council notice as published, or a list with one day per line (2027-01-01 放假 元旦). Dates without a year are taken as {year}.',
  ),
  label: text('通知原文', 'Notice text'),
  read: text(
    '读到 {off} 天放假、{on} 天上班，保存前请核对：',
    'Found {off} {off|day|days} off and {on} {on|workday|workdays}. Check before saving:',
  ),
  none: text('还没有读到日期', 'No dates found yet'),
  faults: text('以下内容对不上，请核对原文', 'The following does not match. Check the notice'),
  save: text('保存 {n} 天', 'Save {n} {n|day|days}'),
  source: text('国务院办公厅放假安排', 'Holiday schedule of the General Office of the State Council'),
};

/** Pasted text, kept for the next time the dialog opens. */
let draft = '';

const isOff = ({ kind }: HolidayNoticeDay): boolean => kind === 'holiday';

/** Consecutive days of one kind, combined to a line. */
function linesOf(
  days: readonly HolidayNoticeDay[],
): { from: string; to: string; kind: HolidayNoticeDay['kind']; name: string }[] {
  const lines: { from: string; to: string; kind: HolidayNoticeDay['kind']; name: string }[] = [];
  for (const { date, kind, name } of days) {
    const last = lines.at(-1);
    if (last && last.kind === kind && last.name === name && addDays(last.to, 1) === date) last.to = date;
    else lines.push({ from: date, to: date, kind, name });
  }
  return lines;
}

/** The days read from a notice, and what could not be read. */
function ReadDays({ notice, isEmpty }: { notice: ReturnType<typeof parseHolidayNotice>; isEmpty: boolean }) {
  const off = notice.days.filter(isOff).length;
  const day = (date: string) => formatWeekday(date, currentLocale());
  return (
    <div className="xj-notice-read" aria-live="polite">
      {notice.faults.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={translate(texts.faults)}
          description={
            <ul>
              {notice.faults.map((one) => (
                <li key={`${one.sentence} ${one.why.en}`}>
                  {translate(one.why)}：{one.sentence}
                </li>
              ))}
            </ul>
          }
        />
      )}
      {!isEmpty && (
        <p>
          {notice.days.length === 0
            ? translate(texts.none)
            : translate(texts.read, { off, on: notice.days.length - off })}
        </p>
      )}
      <ul className="xj-notice-days">
        {linesOf(notice.days).map(({ from, to, kind, name }) => (
          <li key={from} data-look={kind}>
            <strong>{name}</strong>
            <span>{from === to ? day(from) : `${day(from)} – ${day(to)}`}</span>
            <em>{translate(dayAppearanceTexts[kind].label)}</em>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Dialog that reads a pasted notice into calendar days; the result is shown before anything is saved. */
export default function PasteHolidayNoticeDialog({
  year,
  onClose,
  onSaved,
}: {
  year: number;
  onClose(): void;
  onSaved(year: number): void;
}) {
  const [written, setWritten] = useState(draft);
  const notice = parseHolidayNotice(written, year);
  const save = useMutation({
    mutationFn: () => {
      const days = notice.days.map((one) => ({ ...one, announced: '1' }));
      return post('/admin/system.calendar/mark', { days, source: translate(texts.source) }, { successMessage: true });
    },
    onSuccess: async () => {
      draft = '';
      onSaved(notice.year ?? Number(notice.days.at(-1)?.date.slice(0, 4) ?? year));
      onClose();
      await refreshResource(calendarDay.name);
    },
    onError: (error) => {
      if (!(error instanceof WireError)) throw error;
    },
  });
  return (
    <FormDialog
      title={translate(texts.title)}
      okText={translate(texts.save, { n: notice.days.length })}
      disabled={notice.days.length === 0}
      busy={save.isPending}
      width={640}
      dirty={written.trim() !== ''}
      draft
      onOk={() => save.mutate()}
      onClose={onClose}
    >
      <p>{translate(texts.hint, { year })}</p>
      <TextArea
        aria-label={translate(texts.label)}
        value={written}
        rows={7}
        maxLength={20_000}
        onChange={(event) => {
          draft = event.target.value;
          setWritten(event.target.value);
        }}
      />
      <ReadDays notice={notice} isEmpty={written.trim() === ''} />
    </FormDialog>
  );
}
