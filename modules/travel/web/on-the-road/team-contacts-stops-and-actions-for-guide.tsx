import { useState } from 'react';
import { type Text, text } from '#kernel/text/text.ts';
import { formatMinute, formatPeriod } from '#web/cell/format/date-format.ts';
import { useQueuedWrites } from '#web/http/offline/queue-send-and-discard-offline-writes.ts';
import { useText } from '#web/i18n/locale.ts';
import { itinerary } from '../../contract/itinerary/team-itinerary.ts';
import type { TeamOfGuide } from '../../contract/on-the-road/teams-of-guide-answer-types.ts';
import { HeadcountForm } from './headcount-form.tsx';
import { ItineraryChangeRequestFormWithEarlierRequests } from './itinerary-change-request-form-and-earlier-requests.tsx';
import {
  errorTextOfAction,
  type GuideAction,
  guideActionPath,
  sendOrQueueGuideAction,
} from './send-or-queue-guide-action.ts';
import { StopWithCheckInButton } from './stop-with-check-in-button.tsx';

const texts = {
  people: text('{n} 人', '{n} {n|person|people}'),
  callAgency: text('旅行社', 'Agency'),
  call: text('拨打{name}', 'Call {name}'),
  emergency: text('紧急联系人 {name}', 'Emergency contact {name}'),
  driver: text('驾驶员 {name}', 'Driver {name}'),
  seats: text('{n} 座', '{n} {n|seat|seats}'),
  confirm: text('确认带团', 'Confirm assignment'),
  confirmed: text('已于 {time} 确认带团', 'You confirmed the assignment on {time}'),
  depart: text('出团', 'Depart'),
  finish: text('结束行程', 'End trip'),
  note: text('结束说明', 'Closing remarks'),
  stops: text('今日站点', "Today's stops"),
  day: text('第 {n} 天', 'Day {n}'),
};

interface TeamCardProps {
  readonly team: TeamOfGuide;
  onChange(): void;
}

/** Card of a team for its guide: contacts, stops and actions. */
export function TeamContactsStopsAndActionsForGuide({ team, onChange }: TeamCardProps) {
  const t = useText();
  const queuedWrites = useQueuedWrites((state) => state.list);
  const waiting = new Set(
    queuedWrites
      .filter(({ url, refused }) => url === guideActionPath('checkIn') && !refused)
      .map(({ body }) => Number(body.stop_id)),
  );
  const under = team.status === 'departed' || team.status === 'abnormal';
  const state = (itinerary.life as { states: Readonly<Record<string, Text>> } | undefined)?.states[team.status];
  const days = [...new Set(team.stops.map(({ day_no }) => day_no))];
  return (
    <>
      <section className="xj-road-card" aria-label={team.team_no}>
        <h2>
          {team.route ?? team.team_no}
          <em>{state ? t(state) : team.status}</em>
        </h2>
        <p>
          {formatPeriod(team.start_at, team.end_at)} · {t(texts.people, { n: team.people })}
        </p>
        <p>
          {team.agency}
          {team.route && ` · ${team.team_no}`}
        </p>
        {team.vehicles.map((one) => (
          <p key={one.plate}>
            {one.plate} {one.seats !== null && t(texts.seats, { n: one.seats })}
          </p>
        ))}
        <p className="xj-road-calls">
          {team.agency_mobile && <Ring name={t(texts.callAgency)} number={team.agency_mobile} />}
          {team.vehicles
            .flatMap(({ drivers }) => drivers)
            .map((one) => (
              <Ring key={one.mobile + one.name} name={t(texts.driver, { name: one.name })} number={one.mobile} />
            ))}
          <Ring name={t(texts.emergency, { name: team.emergency_contact })} number={team.emergency_mobile} />
        </p>
        {team.confirmed_at !== null && <p>✓ {t(texts.confirmed, { time: formatMinute(team.confirmed_at) })}</p>}
        {team.status === 'confirmed' && team.confirmed_at === null && (
          <Move team={team} action="confirm" label={texts.confirm} onChange={onChange} />
        )}
        {team.status === 'confirmed' && <Move team={team} action="depart" label={texts.depart} onChange={onChange} />}
      </section>
      <section className="xj-road-card" aria-label={t(texts.stops)}>
        {days.map((number) => (
          <div key={number}>
            <h3>{t(texts.day, { n: number })}</h3>
            <ol className="xj-road-stops">
              {team.stops
                .filter(({ day_no }) => day_no === number)
                .map((stop) => (
                  <StopWithCheckInButton
                    key={stop.id}
                    team={team}
                    stop={stop}
                    active={under && stop.poi_type !== 'transfer'}
                    waits={waiting.has(stop.id)}
                    onChange={onChange}
                  />
                ))}
            </ol>
          </div>
        ))}
      </section>
      {under && <HeadcountForm key={`${team.id} ${team.people}`} team={team} onChange={onChange} />}
      {(under || team.status === 'confirmed') && (
        <ItineraryChangeRequestFormWithEarlierRequests team={team} onChange={onChange} />
      )}
      {team.status === 'departed' && <Move team={team} action="finish" label={texts.finish} onChange={onChange} />}
    </>
  );
}

const Ring = ({ name, number }: { name: string; number: string }) => {
  const t = useText();
  return (
    <a className="xj-button" href={`tel:${number}`} aria-label={t(texts.call, { name })}>
      ☎ {name}
    </a>
  );
};

interface MoveProps extends TeamCardProps {
  readonly action: Extract<GuideAction, 'confirm' | 'depart' | 'finish'>;
  readonly label: Text;
}

/** Confirms the assignment, departs or ends the trip; asks for a reason where the server requires one. */
function Move({ team, action, label, onChange }: MoveProps) {
  const t = useText();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [note, setNote] = useState('');
  const send = async () => {
    setBusy(true);
    const sent = await sendOrQueueGuideAction(action, team, note.trim() ? { finish_note: note } : {}, {
      of: team.team_no,
    });
    setBusy(false);
    setProblem(errorTextOfAction(sent, 'finish_note'));
    if (sent.came !== 'refused') onChange();
  };
  return (
    <div className="xj-road-why">
      {problem && <p role="alert">{problem}</p>}
      {problem && action === 'finish' && (
        <label>
          {t(texts.note)}
          <input maxLength={500} value={note} onChange={(event) => setNote(event.target.value)} />
        </label>
      )}
      <button type="button" className="xj-button" disabled={busy} onClick={() => void send()}>
        {t(label)}
      </button>
    </div>
  );
}
