import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { WallFeed } from '#kernel/module/wall-panel-board-and-feed-declarations.ts';
import { text } from '#kernel/text/text.ts';
import { alertAcknowledgement } from '#modules/wall-screen/contract/acknowledgement-of-wall-alert.ts';
import type { DeadlineAlert, DeadlineAlertPanel } from '#modules/wall-screen/contract/deadline-alert-panel.ts';
import { formatMinute, formatRecent } from '#web/cell/format/date-format.ts';
import { dueUnitOf, formatDue } from '#web/cell/format/format-time-left-until-deadline.ts';
import { useWorkingCalendar } from '#web/cell/format/use-working-calendar.ts';
import { post } from '#web/http/client.ts';
import { serverNow } from '#web/http/server-clock.ts';
import { currentLocale, useText } from '#web/i18n/locale.ts';
import { translateDivisionName } from '#web/i18n/translate-division-name.ts';
import { declaredResources, findResource } from '#web/resource/resource-registry.ts';
import { readJson, writeJson } from '#web/session/json-storage-with-memory-fallback.ts';
import { can } from '#web/session/session.ts';
import { groupThousands } from '#web/wall/feed/format-wall-figure.ts';
import { useLocalWallSettings } from '#web/wall/feed/local-wall-settings.ts';
import { useWallSecond } from '#web/wall/feed/wall-clock.ts';
import { useFeedAnswer, useWall } from '#web/wall/feed/wall-context.ts';
import { RowStateLabel } from '#web/wall/tile/row-state-label.tsx';
import {
  alertKeyOf,
  type HeardAlerts,
  noteHeardAlertsAndWhetherToRing,
} from './find-new-deadline-alerts-to-ring-for.ts';
import { playAlertBell } from './play-alert-bell.ts';
import './deadline-alert-lane-with-acknowledgement-and-bell.css';

const texts = {
  lane: text('时限预警', 'Deadline alerts'),
  open: text('{n} 条未确认', '{n} not acknowledged'),
  danger: text('紧急', 'Emergency'),
  acknowledge: text('确认', 'Acknowledge'),
  by: text('{name} {time} 已确认', 'acknowledged by {name} at {time}'),
  title: text('确认预警', 'Acknowledge alert'),
  name: text('值班人姓名', 'Name of duty officer'),
  stored: text(
    '姓名与时间记入“预警确认”和操作日志。',
    'Name and time are recorded under “Acknowledged alerts” and in the operation log.',
  ),
  cancel: text('取消', 'Cancel'),
};

export const deadlineAlertFeedName = 'alert';

/** Feed of the lane, for deadlines of every resource the caller may list. */
export const deadlineAlertFeed = (): WallFeed => ({
  name: deadlineAlertFeedName,
  source: texts.lane,
  every: 60,
  of: [
    ...declaredResources()
      .filter((one) => one.life?.clocks && can(`${one.name}/index`))
      .map((one) => one.name),
    alertAcknowledgement.name,
  ],
  within: 400,
});

/**
 * Alerts: deadlines that have passed or end within a day. Takes no space when there are none. Not shown in a replay, or
 * while `hidden`; a dialog in which somebody writes a name stays.
 */
export function DeadlineAlertLaneWithAcknowledgementAndBell({
  hidden,
  onChange,
}: {
  hidden: boolean;
  onChange: () => void;
}) {
  const t = useText();
  const { at } = useWall();
  const panel = useFeedAnswer<DeadlineAlertPanel>(deadlineAlertFeedName)?.answer;
  const [chosen, setChosen] = useState<DeadlineAlert>();
  useRinging(hidden ? undefined : panel);
  const shown = hidden || at !== undefined || panel?.alerts.length === 0 ? undefined : panel;
  return (
    <>
      {shown && (
        <section className="wall-alerts" aria-label={t(texts.lane)}>
          <h2>
            {t(texts.lane)}
            <small>{t(texts.open, { n: shown.open > 1000 ? '1,000+' : groupThousands(shown.open) })}</small>
          </h2>
          <ol>
            {shown.alerts.map((one) => (
              <Line key={alertKeyOf(one)} alert={one} onAcknowledge={setChosen} />
            ))}
          </ol>
        </section>
      )}
      {chosen && (
        <NameDialog
          alert={chosen}
          onClose={() => setChosen(undefined)}
          onDone={() => {
            setChosen(undefined);
            onChange();
          }}
        />
      )}
    </>
  );
}

function Line({ alert, onAcknowledge }: { alert: DeadlineAlert; onAcknowledge: (alert: DeadlineAlert) => void }) {
  const t = useText();
  const now = useWallSecond();
  const calendar = useWorkingCalendar();
  const resource = findResource(alert.resource);
  if (!resource) return null;
  const left = alert.due_at - now;
  // the same text as on the workbench
  const due = formatDue(alert.due_at, now, calendar, currentLocale(), dueUnitOf(alert.due_unit));
  return (
    <li
      data-late={alert.urgent || left <= 0 ? '' : undefined}
      data-urgent={alert.urgent ? '' : undefined}
      data-known={alert.acknowledged ? '' : undefined}
    >
      <strong>
        <i aria-hidden="true">{alert.urgent || left <= 0 ? '◆' : '◇'}</i>
        {alert.urgent ? t(texts.danger) : due.text}
      </strong>
      <Link to={`/admin/${resource.name}/${alert.id}`} className="wall-link">
        {alert.title || `#${alert.id}`}
      </Link>
      <span>
        {[t(resource.label), alert.area_name && translateDivisionName(alert.area_name)].filter(Boolean).join(' / ')}
        <RowStateLabel resource={resource} status={alert.status} />
      </span>
      {alert.acknowledged ? (
        <em>{t(texts.by, { name: alert.acknowledged.name, time: formatRecent(alert.acknowledged.at) })}</em>
      ) : (
        <button type="button" className="wall-button" onClick={() => onAcknowledge(alert)}>
          {t(texts.acknowledge)}
        </button>
      )}
    </li>
  );
}

interface NameDialogProps {
  alert: DeadlineAlert;
  onClose: () => void;
  onDone: () => void;
}

/** Asks for the name of the person on duty and suggests the last one: the wall is signed in as an office. */
function NameDialog({ alert, onClose, onDone }: NameDialogProps) {
  const t = useText();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const { duty: last, change } = useLocalWallSettings();
  const [name, setName] = useState(last);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  useEffect(() => dialog.current?.showModal(), []);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      await post('/admin/screen.alert/acknowledge', { resource: alert.resource, id: alert.id, name }, { quiet: true });
      change({ duty: name.trim() });
      onDone();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };
  return (
    <dialog ref={dialog} className="wall-dialog" aria-labelledby={id} onClose={onClose}>
      <form onSubmit={(event) => void send(event)}>
        <h2 id={id}>{t(texts.title)}</h2>
        <p>
          {alert.title} · {formatMinute(alert.due_at)}
        </p>
        <label>
          {t(texts.name)}
          <input autoFocus required maxLength={30} value={name} onChange={(event) => setName(event.target.value)} />
        </label>
        <p>
          <small>{t(texts.stored)}</small>
        </p>
        {problem && <p role="alert">{problem}</p>}
        <footer>
          <button type="button" className="wall-button" onClick={onClose}>
            {t(texts.cancel)}
          </button>
          <button type="submit" className="wall-button" data-primary="" disabled={busy || name.trim() === ''}>
            {t(texts.acknowledge)}
          </button>
        </footer>
      </form>
    </dialog>
  );
}

/** Milliseconds between two rings while somebody is in danger. */
const tolls = 3000;

/** Where a wall that was loaded again finds what it has rung for, and for how long, in seconds. */
const heardStorage = 'wallHeardAlerts';
const heardFor = 600;

const readHeard = (): HeardAlerts | undefined => {
  const stored = readJson<Partial<HeardAlerts & { at: number }>>(sessionStorage, heardStorage);
  return stored?.area !== undefined && stored.keys && serverNow() - (stored.at ?? 0) < heardFor
    ? { area: stored.area, keys: stored.keys }
    : undefined;
};

/** Rings once for each new alert if sound is on, but not for those already there when the wall was opened. */
function useRinging(panel: DeadlineAlertPanel | undefined): void {
  const sound = useLocalWallSettings((state) => state.sound);
  const heard = useRef<HeardAlerts>(undefined);
  const sounds = useRef(sound);
  sounds.current = sound;
  useEffect(() => {
    if (!panel) return;
    const next = noteHeardAlertsAndWhetherToRing(heard.current ?? readHeard(), panel);
    heard.current = next.heard;
    writeJson(sessionStorage, heardStorage, { ...next.heard, at: serverNow() });
    if (next.ring && sounds.current) playAlertBell();
  }, [panel]);
  // danger rings whatever the setting, until it is acknowledged
  const danger = panel?.alerts.some((one) => one.urgent && !one.acknowledged) ?? false;
  useEffect(() => {
    if (!danger) return undefined;
    playAlertBell();
    const timer = setInterval(playAlertBell, tolls);
    return () => clearInterval(timer);
  }, [danger]);
}
