import { type FormEvent, useState } from 'react';
import { text } from '#kernel/text.ts';
import { clockWords } from '#web/cell/date-words.ts';
import { useText } from '#web/i18n/locale.ts';
import { locate } from '#web/map/locate.ts';
import type { RoadTeam } from '../../contract/road.ts';
import { faultOf, sendRoad } from './send.ts';

const words = {
  title: text('清点人数', 'Headcount'),
  list: text('名单 {n} 人', '{n} on the list'),
  last: text('{time} 清点 {n} 人', '{n} counted at {time}'),
  fewer: text('减一人', 'One fewer'),
  more: text('加一人', 'One more'),
  people: text('实到人数', 'Number present'),
  reason: text('与名单不符的原因', 'Reason for the difference'),
  save: text('记录人数', 'Record headcount'),
};

/** How many are here: the list to begin with, and a reason where it is another number. */
export function HeadCount({ team, onChange }: { team: RoadTeam; onChange(): void }) {
  const say = useText();
  const [people, setPeople] = useState(team.people);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const differs = people !== team.people;
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const where = await locate(2000);
    const body = { people, ...(differs && reason.trim() ? { reason } : {}) };
    const sent = await sendRoad('headcount', team, body, { of: String(people), where });
    setBusy(false);
    setProblem(faultOf(sent, 'reason', 'people'));
    if (sent.came === 'refused') return;
    setReason('');
    onChange();
  };
  const to = (next: number) => setPeople(Math.max(0, Math.min(5000, Math.trunc(next) || 0)));
  return (
    <form className="xj-road-card" onSubmit={(event) => void send(event)}>
      <h3>{say(words.title)}</h3>
      <p>
        {say(words.list, { n: team.people })}
        {team.counted && ` · ${say(words.last, { n: team.counted.people, time: clockWords(team.counted.at) })}`}
      </p>
      <div className="xj-road-count">
        <button type="button" className="xj-button" aria-label={say(words.fewer)} onClick={() => to(people - 1)}>
          −
        </button>
        <input
          aria-label={say(words.people)}
          inputMode="numeric"
          value={people}
          onChange={(event) => to(Number(event.target.value))}
        />
        <button type="button" className="xj-button" aria-label={say(words.more)} onClick={() => to(people + 1)}>
          +
        </button>
      </div>
      {differs && (
        <label>
          {say(words.reason)}
          <input maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
        </label>
      )}
      {problem && <p role="alert">{problem}</p>}
      <button
        type="submit"
        className="xj-button"
        data-tone="primary"
        disabled={busy || (differs && reason.trim() === '')}
      >
        {say(words.save)}
      </button>
    </form>
  );
}
