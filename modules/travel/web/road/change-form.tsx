import { type FormEvent, useState } from 'react';
import { text } from '#kernel/text.ts';
import { useText } from '#web/i18n/locale.ts';
import { changeRequest } from '../../contract/change-request.ts';
import type { RoadTeam } from '../../contract/road.ts';
import { type ChangeRequestKind, changeRequestKinds } from '../../contract/road-words.ts';
import { faultOf, sendRoad } from './send.ts';

const words = {
  title: text('申请变更行程', 'Request itinerary change'),
  lead: text(
    '由旅行社变更行程并答复；未答复前按原行程。',
    'The agency changes the itinerary and replies. Until then the original itinerary applies.',
  ),
  kind: text('变更内容', 'Change'),
  stop: text('站点', 'Stop'),
  name: text('新增站点', 'Stop to add'),
  time: text('时间', 'Time'),
  reason: text('理由', 'Reason'),
  ask: text('提交', 'Submit'),
};

/** What the agency is asked for, and what it said. */
export function ChangeForm({ team, onChange }: { team: RoadTeam; onChange(): void }) {
  const say = useText();
  const [kind, setKind] = useState<ChangeRequestKind>('leave_out');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const told = new FormData(form);
    const word = (name: string) => String(told.get(name) ?? '').trim();
    const stop_id = Number(word('stop_id')) || undefined;
    const name = kind === 'add' ? word('stop_name') : team.stops.find(({ id }) => id === stop_id)?.name;
    setBusy(true);
    const body = {
      ...{ kind, reason: word('reason'), arrive: word('arrive') },
      ...(kind === 'add' ? { stop_name: name } : { stop_id }),
    };
    const sent = await sendRoad('request', team, body, name === undefined ? {} : { of: name });
    setBusy(false);
    setProblem(faultOf(sent, 'reason', 'stop_id', 'stop_name', 'arrive', 'kind'));
    if (sent.came === 'refused') return;
    form.reset();
    onChange();
  };
  const states = changeRequest.life?.states as Readonly<Record<string, ReturnType<typeof text>>> | undefined;
  return (
    <details className="xj-road-card">
      <summary>{say(words.title)}</summary>
      <p>{say(words.lead)}</p>
      <form onSubmit={(event) => void send(event)}>
        <label>
          {say(words.kind)}
          <select value={kind} onChange={(event) => setKind(event.target.value as ChangeRequestKind)}>
            {Object.entries(changeRequestKinds).map(([value, label]) => (
              <option key={value} value={value}>
                {say(label)}
              </option>
            ))}
          </select>
        </label>
        {kind === 'add' ? (
          <label>
            {say(words.name)}
            <input name="stop_name" required maxLength={100} />
          </label>
        ) : (
          <label>
            {say(words.stop)}
            <select name="stop_id" required>
              {team.stops
                .filter(({ actual_arrive }) => actual_arrive === null)
                .map(({ id, name, arrive }) => (
                  <option key={id} value={id}>
                    {arrive} {name}
                  </option>
                ))}
            </select>
          </label>
        )}
        {kind !== 'leave_out' && (
          <label>
            {say(words.time)}
            <input name="arrive" type="time" required={kind === 'time'} />
          </label>
        )}
        <label>
          {say(words.reason)}
          <input name="reason" required minLength={2} maxLength={500} />
        </label>
        {problem && <p role="alert">{problem}</p>}
        <button type="submit" className="xj-button" data-tone="primary" disabled={busy}>
          {say(words.ask)}
        </button>
      </form>
      <ul className="xj-road-asked">
        {team.requests.map((one) => {
          const state = states?.[one.status];
          return (
            <li key={one.id}>
              {say(changeRequestKinds[one.kind as ChangeRequestKind])} {one.stop_name}
              <em>
                {state ? say(state) : one.status}
                {one.answer && `：${one.answer}`}
              </em>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
