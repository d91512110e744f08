import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { SavePageForOfflineNotice } from '#web/boot/save-this-page-for-offline-use-notice-with-retry.tsx';
import { formatClock, formatMinute } from '#web/cell/format/date-format.ts';
import { useQueuedWrites } from '#web/http/offline/queue-send-and-discard-offline-writes.ts';
import { queryFnFor } from '#web/http/react-query-client-by-sign-in-area.ts';
import { useIsOffline } from '#web/http/use-is-offline.ts';
import { useText } from '#web/i18n/locale.ts';
import { locateDevice } from '#web/map/place/locate-device.ts';
import { ModuleScreenFrame, QueryResultOrError } from '#web/screen/module-screen-heading-and-query-result.tsx';
import { useMemberSession } from '#web/session/session.ts';
import { itinerary } from '../../contract/itinerary/team-itinerary.ts';
import { guideOnTheRoadScreen } from '../../contract/on-the-road/guide-on-the-road-screen.ts';
import { sosHoldMs } from '../../contract/on-the-road/sos-emergency-call.ts';
import type { GuideTeamsAnswer, TeamOfGuide } from '../../contract/on-the-road/teams-of-guide-answer-types.ts';
import { GuideCardQrCode } from './guide-card-qr-code.tsx';
import { LinkGuideCardForm } from './link-guide-card-form.tsx';
import { PressAndHoldButton } from './press-and-hold-button.tsx';
import { RatingLinkQrCode } from './rating-link-qr-code.tsx';
import { RatingsReceivedByGuideWithReplies } from './ratings-received-by-guide-with-replies.tsx';
import { errorTextOfAction, guideActionPath, sendOrQueueGuideAction } from './send-or-queue-guide-action.ts';
import { TeamContactsStopsAndActionsForGuide } from './team-contacts-stops-and-actions-for-guide.tsx';
import { readStoredTeamsOfGuide, storeTeamsOfGuide } from './teams-of-guide-offline-storage.ts';
import './guide-on-the-road-screen.css';

const texts = {
  ended: text('导游证无效或已过期，不得带团。', 'Your guide card is invalid or expired. You must not guide teams.'),
  none: text('没有待带的团队', 'No upcoming teams'),
  next: text('后续团队', 'Upcoming teams'),
  offline: text(
    '没有网络，显示 {time} 的内容；您的操作存在本机，联网后按顺序发送。',
    'Offline: showing data as of {time}. Your actions are saved on this device and sent in order once you are online.',
  ),
  waiting: text('待发送 {n} 项', '{n} to be sent'),
  sos: text('按住 3 秒紧急求助', 'Hold for 3 seconds to call for help'),
  holding: text('继续按住，松开取消…', 'Keep holding; release to cancel…'),
  calling: text('正在求助…', 'Calling for help…'),
  raised: text('{time} 已发出求助，等待值班室确认', 'Emergency call sent at {time}; waiting for the duty room'),
  noted: text('值班室 {name} 已收到求助', '{name} of the duty room has acknowledged your call'),
  queued: text(
    '没有网络，求助已存在本机，联网后立即发送。请先打电话：',
    'Offline: the emergency call is saved and will be sent once you are online. Please phone first:',
  ),
  hotline: text('值班电话 {n}', 'Duty room {n}'),
  police: text('报警 110', 'Police 110'),
  ambulance: text('急救 120', 'Ambulance 120'),
  citizen: text('政务热线 12345', 'Public service hotline 12345'),
};

/** Refresh interval in ms, and during an emergency call. */
const refreshMs = { calm: 60_000, calling: 5000 } as const;

/** Screen `/user/travel/road`: the work of a guide on a phone. */
export default function GuideOnTheRoadScreen() {
  const t = useText();
  const account = useMemberSession((state) => state.info?.id);
  const [before] = useState(() => readStoredTeamsOfGuide(account));
  const query = useQuery({
    queryKey: ['resource', itinerary.name, 'road'],
    queryFn: queryFnFor<GuideTeamsAnswer>('/api/travel.road/teams', {}, { area: 'api' }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.sos?.status === 'raised' ? refreshMs.calling : refreshMs.calm),
    ...(before && { initialData: before.value, initialDataUpdatedAt: before.at }),
  });
  const { data, isFetchedAfterMount, dataUpdatedAt } = query;
  useEffect(() => {
    if (data && isFetchedAfterMount) storeTeamsOfGuide(account, data, dataUpdatedAt);
  }, [account, data, isFetchedAfterMount, dataUpdatedAt]);
  const again = () => void query.refetch();
  // cached data stays usable after an error
  const shown = data ? { ...query, error: null } : query;
  return (
    <ModuleScreenFrame title={t(guideOnTheRoadScreen.label)} className="xj-guide-road">
      <OfflineStatus stale={query.isError || query.fetchStatus === 'paused'} at={dataUpdatedAt} />
      <QueryResultOrError query={shown}>
        {(answer) => (answer.guide ? <Day answer={answer} onChange={again} /> : <LinkGuideCardForm onDone={again} />)}
      </QueryResultOrError>
      <SavePageForOfflineNotice set="inside" />
    </ModuleScreenFrame>
  );
}

/** Whether the page is offline, and the actions not yet sent. */
function OfflineStatus({ stale, at }: { stale: boolean; at: number }) {
  const t = useText();
  const list = useQueuedWrites((state) => state.list);
  const waiting = list.filter(({ url }) => url.startsWith('/api/travel.road/'));
  if (!stale && waiting.length === 0) return null;
  return (
    <div className="xj-road-standing" role="status">
      {stale && at > 0 && <p>{t(texts.offline, { time: formatClock(at / 1000) })}</p>}
      {waiting.length > 0 && (
        <>
          <strong>{t(texts.waiting, { n: waiting.length })}</strong>
          <ul>
            {waiting.map((one) => (
              <li key={one.seq} data-bad={one.refused ? '' : undefined}>
                {formatClock(one.since / 1000)} {one.title}
                {one.refused && ` · ${one.refused.message}`}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

const isOver = ({ status }: TeamOfGuide) => status === 'finished';

function Day({ answer, onChange }: { answer: GuideTeamsAnswer; onChange(): void }) {
  const t = useText();
  const { guide, teams } = answer;
  const open = teams.filter((one) => !isOver(one));
  const now = open.filter(({ status }) => status !== 'confirmed');
  const today = now.length > 0 ? now : open.slice(0, 1);
  const later = open.filter((one) => !today.includes(one));
  return (
    <>
      {guide && !guide.valid && <p role="alert">{t(texts.ended)}</p>}
      {today.length === 0 && <p>{t(texts.none)}</p>}
      {today.map((team) => (
        <TeamContactsStopsAndActionsForGuide key={team.id} team={team} onChange={onChange} />
      ))}
      {teams.filter(isOver).map((team) => (
        <RatingLinkQrCode key={team.id} team={team} />
      ))}
      <GuideCardQrCode />
      <RatingsReceivedByGuideWithReplies />
      {later.length > 0 && (
        <details className="xj-road-card">
          <summary>{t(texts.next)}</summary>
          <ul>
            {later.map(({ id, team_no, route, start_at, agency }) => (
              <li key={id}>
                {formatMinute(start_at)} {route} {team_no} {agency}
              </li>
            ))}
          </ul>
        </details>
      )}
      {today[0] && <Help answer={answer} team={today[0]} onChange={onChange} />}
    </>
  );
}

/** Phone calls often work where data does not. */
const lines = [
  ['110', texts.police],
  ['120', texts.ambulance],
  ['12345', texts.citizen],
] as const;

/** Emergency call by holding a button, so that a pocket does not trigger it. */
function Help({ answer, team, onChange }: { answer: GuideTeamsAnswer; team: TeamOfGuide; onChange(): void }) {
  const t = useText();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const isQueued = useQueuedWrites((state) =>
    state.list.some(({ url, refused }) => url === guideActionPath('sos') && !refused),
  );
  const away = useIsOffline();
  const { sos, hotline } = answer;
  const call = async () => {
    setBusy(true);
    // an emergency call waits for a position for 3 s only
    const where = await locateDevice(3000);
    const sent = await sendOrQueueGuideAction('sos', team, {}, { of: team.team_no, where });
    setBusy(false);
    setProblem(errorTextOfAction(sent));
    onChange();
  };
  return (
    <div className="xj-road-help">
      <p aria-live="assertive">
        {isQueued
          ? t(texts.queued)
          : sos?.status === 'raised'
            ? t(texts.raised, { time: formatClock(sos.made_at) })
            : sos
              ? t(texts.noted, { name: sos.acknowledged_by ?? '' })
              : null}
        {problem}
        {hotline && (sos || isQueued || problem) && <a href={`tel:${hotline}`}>{t(texts.hotline, { n: hotline })}</a>}
      </p>
      {(isQueued || problem !== undefined || away) && (
        <p className="xj-road-calls">
          {lines.map(([number, label]) => (
            <a key={number} className="xj-button" href={`tel:${number}`}>
              {t(label)}
            </a>
          ))}
        </p>
      )}
      <PressAndHoldButton
        label={t(busy ? texts.calling : texts.sos)}
        holding={t(texts.holding)}
        ms={sosHoldMs}
        busy={busy}
        onHeld={() => void call()}
      />
    </div>
  );
}
