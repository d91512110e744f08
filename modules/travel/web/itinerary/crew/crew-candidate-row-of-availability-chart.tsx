import { CheckOutlined, WarningOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { formatRecent } from '#web/cell/format/date-format.ts';
import { translate } from '#web/i18n/locale.ts';
import type { BusyInterval, CrewCandidate } from '../../../contract/itinerary/crew-availability-answer-types.ts';
import { crewAssignmentTexts } from './crew-assignment-texts.ts';
import {
  busyIntervalsInConflict,
  positionOnTimeAxis,
  type TimeSpan,
  timeAxisTicks,
} from './crew-lane-assignment-and-time-axis.ts';

interface CrewLaneRowProps {
  readonly one: CrewCandidate;
  readonly trip: TimeSpan;
  /** Time range of the chart. */
  readonly shown: TimeSpan;
  /** Times in this team; undefined: not chosen. */
  readonly chosen: readonly TimeSpan[] | undefined;
  onTurn(): void;
}

const placed = (spell: TimeSpan, shown: TimeSpan) => {
  const { left, width } = positionOnTimeAxis(spell, shown);
  return { left: `${left}%`, width: `${width}%` };
};

const spoken = ({ from, to, team_no }: BusyInterval): string =>
  translate(crewAssignmentTexts.spell, {
    from: formatRecent(from),
    to: formatRecent(to),
    team: team_no ?? translate(crewAssignmentTexts.other),
  });

/** Row of a candidate: name, availability in words, and times on the chart. */
export function CrewCandidateRow({ one, trip, shown, chosen, onTurn }: CrewLaneRowProps) {
  const { name, about, lasts, busy } = one;
  const hindering = busyIntervalsInConflict(busy, chosen ?? [trip]);
  const state = hindering.length > 0 ? (chosen ? 'conflict' : 'busy') : lasts ? 'free' : 'ending';
  return (
    <li className="xj-crew-lane" data-state={state} data-chosen={chosen ? true : undefined}>
      <div className="xj-crew-who">
        <b>{name}</b>
        <span>{about}</span>
      </div>
      <p className="xj-crew-state">
        {state !== 'free' && <WarningOutlined aria-hidden />}
        {state === 'free' && <CheckOutlined aria-hidden />}
        {translate(crewAssignmentTexts[state])}
        {hindering.length > 0 && <span> {hindering.map(spoken).join(translate({ 'zh-cn': '；', en: '; ' }))}</span>}
      </p>
      <div className="xj-crew-track" aria-hidden="true">
        {timeAxisTicks(shown).map(({ at, isDay }) => (
          <i
            key={at}
            data-day={isDay || undefined}
            style={{ left: `${positionOnTimeAxis({ from: at, to: at }, shown).left}%` }}
          />
        ))}
        <span className="xj-crew-trip" style={placed(trip, shown)} />
        {chosen?.map((spell) => (
          <span key={`${spell.from} ${spell.to}`} className="xj-crew-own" style={placed(spell, shown)}>
            {translate(crewAssignmentTexts.own)}
          </span>
        ))}
        {busy.map((spell) => (
          <span
            key={`${spell.from} ${spell.to} ${spell.team_no ?? ''}`}
            className="xj-crew-busy"
            style={placed(spell, shown)}
            title={spoken(spell)}
          >
            {spell.team_no ?? translate(crewAssignmentTexts.busy)}
          </span>
        ))}
      </div>
      <Button
        className="xj-crew-take"
        size="small"
        aria-pressed={chosen !== undefined}
        aria-label={translate(chosen ? crewAssignmentTexts.dropOne : crewAssignmentTexts.takeOne, { name })}
        onClick={onTurn}
      >
        {translate(chosen ? crewAssignmentTexts.drop : crewAssignmentTexts.take)}
      </Button>
    </li>
  );
}
