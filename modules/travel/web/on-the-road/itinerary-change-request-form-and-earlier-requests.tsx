import { Select } from 'antd';
import { type FormEvent, useId, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';
import {
  type ChangeRequestKind,
  changeRequest,
  changeRequestKinds,
} from '../../contract/on-the-road/itinerary-change-requested-by-guide.ts';
import type { TeamOfGuide } from '../../contract/on-the-road/teams-of-guide-answer-types.ts';
import { errorTextOfAction, sendOrQueueGuideAction } from './send-or-queue-guide-action.ts';

const texts = {
  title: text('申请变更行程', 'Request itinerary change'),
  lead: text(
    '由旅行社变更行程并答复；未答复前按原行程。',
    'The agency changes the itinerary and replies. Until then the original itinerary applies.',
  ),
  kind: text('变更内容', 'Change'),
  stop: text('站点', 'Stop'),
  choose: text('请选择站点', 'Choose a stop'),
  noStop: text('请选择站点', 'Choose the stop it is about'),
  name: text('新增站点', 'Stop to add'),
  time: text('时间', 'Time'),
  reason: text('理由', 'Reason'),
  submit: text('提交', 'Submit'),
};

const kinds = Object.keys(changeRequestKinds) as ChangeRequestKind[];

/** Form to request a change from the agency, and the answers to earlier requests. */
export function ItineraryChangeRequestFormWithEarlierRequests({
  team,
  onChange,
}: {
  team: TeamOfGuide;
  onChange(): void;
}) {
  const t = useText();
  const id = useId();
  const [kind, setKind] = useState<ChangeRequestKind>('leave_out');
  const [stop, setStop] = useState<number>();
  const ahead = team.stops.filter(({ actual_arrive }) => actual_arrive === null);
  const chosen = ahead.find((one) => one.id === stop);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const formData = new FormData(form);
    const word = (name: string) => String(formData.get(name) ?? '').trim();
    if (kind !== 'add' && !chosen) return setProblem(t(texts.noStop));
    const name = kind === 'add' ? word('stop_name') : chosen?.name;
    setBusy(true);
    const body = {
      kind,
      reason: word('reason'),
      arrive: word('arrive'),
      ...(kind === 'add' ? { stop_name: name } : { stop_id: chosen?.id }),
    };
    const sent = await sendOrQueueGuideAction('request', team, body, name === undefined ? {} : { of: name });
    setBusy(false);
    setProblem(errorTextOfAction(sent, 'reason', 'stop_id', 'stop_name', 'arrive', 'kind'));
    if (sent.came === 'refused') return;
    form.reset();
    setStop(undefined);
    onChange();
  };
  return (
    <details className="xj-road-card">
      <summary>{t(texts.title)}</summary>
      <p>{t(texts.lead)}</p>
      <form onSubmit={(event) => void send(event)}>
        <label htmlFor={`${id}-kind`}>{t(texts.kind)}</label>
        <Select
          id={`${id}-kind`}
          size="large"
          value={kind}
          options={kinds.map((one) => ({ value: one, label: t(changeRequestKinds[one]) }))}
          onChange={setKind}
        />
        {kind === 'add' ? (
          <label>
            {t(texts.name)}
            <input name="stop_name" required maxLength={100} />
          </label>
        ) : (
          <StopSelect stops={ahead} value={stop} onChange={setStop} />
        )}
        {kind !== 'leave_out' && (
          <label>
            {t(texts.time)}
            <input name="arrive" type="time" required={kind === 'time'} />
          </label>
        )}
        <label>
          {t(texts.reason)}
          <input name="reason" required minLength={2} maxLength={500} />
        </label>
        {problem && <p role="alert">{problem}</p>}
        <button type="submit" className="xj-button" data-tone="primary" disabled={busy}>
          {t(texts.submit)}
        </button>
      </form>
      <Requests requests={team.requests} />
    </details>
  );
}

/** Earlier requests with their answers. */
function Requests({ requests }: Pick<TeamOfGuide, 'requests'>) {
  const t = useText();
  const states = changeRequest.life?.states as Readonly<Record<string, ReturnType<typeof text>>> | undefined;
  return (
    <ul className="xj-road-asked">
      {requests.map((one) => {
        const state = states?.[one.status];
        return (
          <li key={one.id}>
            {t(changeRequestKinds[one.kind as ChangeRequestKind])} {one.stop_name}
            <em>
              {state ? t(state) : one.status}
              {one.answer && `：${one.answer}`}
            </em>
          </li>
        );
      })}
    </ul>
  );
}

interface StopSelectProps {
  readonly stops: TeamOfGuide['stops'];
  readonly value: number | undefined;
  onChange(stop: number): void;
}

/** Select of the stops ahead. */
function StopSelect({ stops, value, onChange }: StopSelectProps) {
  const t = useText();
  const id = useId();
  return (
    <>
      <label htmlFor={`${id}-stop`}>{t(texts.stop)}</label>
      <Select
        id={`${id}-stop`}
        size="large"
        value={value}
        placeholder={t(texts.choose)}
        options={stops.map((one) => ({ value: one.id, label: `${one.arrive} ${one.name}` }))}
        onChange={onChange}
      />
    </>
  );
}
