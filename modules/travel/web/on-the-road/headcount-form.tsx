import { type FormEvent, useId, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { formatClock } from '#web/cell/format/date-format.ts';
import { useText } from '#web/i18n/locale.ts';
import { locateDevice } from '#web/map/place/locate-device.ts';
import type { TeamOfGuide } from '../../contract/on-the-road/teams-of-guide-answer-types.ts';
import { errorTextOfAction, sendOrQueueGuideAction } from './send-or-queue-guide-action.ts';

const texts = {
  title: text('清点人数', 'Headcount'),
  list: text('名单 {n} 人', '{n} on the list'),
  last: text('{time} 清点 {n} 人', '{n} counted at {time}'),
  fewer: text('减一人', 'One fewer'),
  more: text('加一人', 'One more'),
  people: text('实到人数（必填）', 'People here (required)'),
  all: text('与名单一致：{n} 人', 'As on the list: {n}'),
  none: text('请先清点，填写实到人数', 'Count first: how many are here?'),
  reason: text('与名单不符的原因（必填）', 'Why it differs from the list (required)'),
  noReason: text('请说明与名单不符的原因', 'Say why it differs from the list'),
  save: text('记录人数', 'Record headcount'),
};

const mostPeople = 5000;

/** Form for the headcount; a number that differs from the list needs a reason. */
export function HeadcountForm({ team, onChange }: { team: TeamOfGuide; onChange(): void }) {
  const t = useText();
  const id = useId();
  const [people, setPeople] = useState<number>();
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const differs = people !== undefined && people !== team.people;
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (people === undefined) return setProblem(t(texts.none));
    if (differs && reason.trim() === '') return setProblem(t(texts.noReason));
    setBusy(true);
    const where = await locateDevice(2000);
    const body = { people, ...(differs && reason.trim() ? { reason } : {}) };
    const sent = await sendOrQueueGuideAction('headcount', team, body, { of: String(people), where });
    setBusy(false);
    setProblem(errorTextOfAction(sent, 'reason', 'people'));
    if (sent.came === 'refused') return;
    setReason('');
    setPeople(undefined);
    onChange();
  };
  const to = (next: number) => {
    setProblem(undefined);
    setPeople(Math.max(0, Math.min(mostPeople, next)));
  };
  const type = (typed: string) => {
    const digits = typed.replaceAll(/\D/g, '');
    if (digits === '') setPeople(undefined);
    else to(Number(digits));
  };
  return (
    <form className="xj-road-card" onSubmit={(event) => void send(event)}>
      <h3>{t(texts.title)}</h3>
      <p>
        {t(texts.list, { n: team.people })}
        {team.counted && ` · ${t(texts.last, { n: team.counted.people, time: formatClock(team.counted.at) })}`}
      </p>
      <label htmlFor={id}>{t(texts.people)}</label>
      <div className="xj-road-count">
        <button
          type="button"
          className="xj-button"
          aria-label={t(texts.fewer)}
          disabled={!people}
          onClick={() => to((people ?? 0) - 1)}
        >
          −
        </button>
        <input
          id={id}
          inputMode="numeric"
          autoComplete="off"
          aria-required
          value={people ?? ''}
          onChange={(event) => type(event.target.value)}
        />
        <button type="button" className="xj-button" aria-label={t(texts.more)} onClick={() => to((people ?? 0) + 1)}>
          +
        </button>
      </div>
      {people === undefined && (
        <button type="button" className="xj-button" onClick={() => to(team.people)}>
          {t(texts.all, { n: team.people })}
        </button>
      )}
      {differs && (
        <label>
          {t(texts.reason)}
          <input aria-required maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
        </label>
      )}
      {problem && <p role="alert">{problem}</p>}
      <button type="submit" className="xj-button" data-tone="primary" disabled={busy}>
        {t(texts.save)}
      </button>
    </form>
  );
}
