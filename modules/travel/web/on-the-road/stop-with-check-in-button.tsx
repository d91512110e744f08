import { useId, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { formatClock } from '#web/cell/format/date-format.ts';
import { useText } from '#web/i18n/locale.ts';
import { locateDevice } from '#web/map/place/locate-device.ts';
import { judgeCheckInDistance } from '../../contract/on-the-road/check-in-distance.ts';
import type { TeamOfGuide, TeamStop } from '../../contract/on-the-road/teams-of-guide-answer-types.ts';
import { errorTextOfAction, sendOrQueueGuideAction } from './send-or-queue-guide-action.ts';

const texts = {
  checkIn: text('签到', 'Check in'),
  at: text('签到 {stop}', 'Check in at {stop}'),
  done: text('{time} 已到', 'Arrived {time}'),
  waits: text('待发送', 'To be sent'),
  finding: text('正在定位…', 'Locating…'),
  reason: text('说明原因', 'Give a reason'),
  send: text('说明并签到', 'Check in with reason'),
};

interface StopLineProps {
  readonly team: TeamOfGuide;
  readonly stop: TeamStop;
  /** Its check-in is queued. */
  readonly waits: boolean;
  readonly active: boolean;
  onChange(): void;
}

/** A stop with its planned time and the button to check in. */
export function StopWithCheckInButton({ team, stop, waits, active, onChange }: StopLineProps) {
  const t = useText();
  const id = useId();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [reason, setReason] = useState('');
  const send = async () => {
    setBusy(true);
    const where = await locateDevice();
    const { distance, fault } = judgeCheckInDistance(stop.place, where);
    if (fault && reason.trim() === '') {
      setBusy(false);
      setProblem(t(fault, { distance: distance ?? '' }));
      return;
    }
    const sent = await sendOrQueueGuideAction(
      'checkIn',
      team,
      { stop_id: stop.id, ...(reason.trim() ? { reason } : {}) },
      {
        of: stop.name,
        where,
      },
    );
    setBusy(false);
    setProblem(errorTextOfAction(sent, 'reason'));
    if (sent.came !== 'refused') onChange();
  };
  const there = stop.actual_arrive !== null;
  return (
    <li data-there={there || waits ? '' : undefined}>
      <time>{stop.arrive}</time>
      <strong>{stop.name}</strong>
      {there ? (
        <em>{t(texts.done, { time: formatClock(stop.actual_arrive ?? 0) })}</em>
      ) : waits ? (
        <em data-waits="">{t(texts.waits)}</em>
      ) : (
        active &&
        problem === undefined && (
          <button
            type="button"
            className="xj-button"
            data-tone="primary"
            disabled={busy}
            aria-label={t(texts.at, { stop: stop.name })}
            onClick={() => void send()}
          >
            {t(busy ? texts.finding : texts.checkIn)}
          </button>
        )
      )}
      {problem !== undefined && !there && !waits && (
        <div className="xj-road-why">
          <p role="alert" id={id}>
            {problem}
          </p>
          <label>
            {t(texts.reason)}
            <input
              aria-describedby={id}
              maxLength={500}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </label>
          <button type="button" className="xj-button" data-tone="primary" disabled={busy} onClick={() => void send()}>
            {t(busy ? texts.finding : texts.send)}
          </button>
        </div>
      )}
    </li>
  );
}
