import { Link } from 'react-router';
import type { Option } from '#kernel/declaration/select-option-with-label-color-tone.ts';
import { writeListQuery } from '#kernel/list/list-query-in-url.ts';
import { text } from '#kernel/text/text.ts';
import { shanghaiDateOf } from '#kernel/time/shanghai-time.ts';
import { formatRecent } from '#web/cell/format/date-format.ts';
import { OptionTag } from '#web/cell/option-tag.tsx';
import { serverNow } from '#web/http/server-clock.ts';
import { useText } from '#web/i18n/locale.ts';
import { resourcePath } from '#web/session/admin-or-member-area.ts';
import { roadsideCheck, roadsideResults } from '../contract/roadside-check.ts';
import {
  type RoadsideLookupAnswer,
  roadsideConcernTexts,
  type SeenCapture,
  type SeenCheck,
  type SeenVehicle,
} from '../contract/roadside-lookup-screen-and-answer-types.ts';
import { TeamFoundInRoadsideLookup } from './team-found-in-roadside-lookup.tsx';

const texts = {
  good: text('未见异常', 'No problems found'),
  warning: text('请留意', 'Attention'),
  bad: text('不应放行', 'Do not release'),
  none: text('没有查到“{asked}”', 'Nothing found for “{asked}”'),
  similar: text('是不是这些车？', 'Did you mean one of these?'),
  seats: text('核载 {n} 人（含驾驶员）', '{n} {n|seat|seats} (including driver)'),
  permit: text('道路运输证', 'Road transport permit'),
  inspection: text('检验', 'Inspection'),
  insurance: text('承运人险', 'Carrier insurance'),
  vin: text('同一车辆识别代号：{plates}', 'Same VIN: {plates}'),
  until: text('至 {day}', 'until {day}'),
  expired: text('已过期', 'expired'),
  invalid: text('证件无效', 'invalid'),
  note: text('填写完整检查记录', 'Fill in the full check record'),
  captures: text('最近三天抓拍', 'Captures in the last three days'),
  checks: text('最近检查', 'Latest checks'),
  people: text('清点 {n} 人', '{n} counted'),
  guide: text('导游证 {n}', 'Guide card {n}'),
};

const today = (): string => shanghaiDateOf(serverNow());

/** Result of a lookup: first whether the coach may go on and why not, then vehicle, teams and earlier checks. */
export function RoadsideLookupResult({
  answer,
  onSearch,
}: {
  answer: RoadsideLookupAnswer;
  onSearch(plate: string): void;
}) {
  const t = useText();
  const { vehicle, guide, teams, checks, captures, concerns, similar, asked } = answer;
  const nothing = !vehicle && !guide && teams.length === 0;
  const tone = concerns.some((one) => roadsideConcernTexts[one].grave)
    ? 'bad'
    : concerns.length > 0
      ? 'warning'
      : 'good';
  const plate = vehicle?.plate ?? (answer.means === 'plate' ? asked : teams[0]?.plates[0]?.plate);
  return (
    <div className="xj-roadside-found" aria-live="polite">
      {answer.means !== 'none' && (
        <section className="xj-roadside-verdict" data-tone={tone}>
          <h2>
            {plate && answer.means === 'plate' && <span className="xj-roadside-plate">{plate}</span>}
            {t(texts[tone])}
          </h2>
          {concerns.length > 0 && (
            <ul>
              {concerns.map((one) => (
                <li key={one} data-grave={roadsideConcernTexts[one].grave}>
                  {t(roadsideConcernTexts[one])}
                </li>
              ))}
            </ul>
          )}
          {plate && (
            <Link
              className="xj-button"
              data-tone="primary"
              to={noteAddress(plate, teams.length === 1 ? teams[0]?.id : undefined)}
            >
              {t(texts.note)}
            </Link>
          )}
        </section>
      )}
      {nothing && answer.means === 'none' && <p>{t(texts.none, { asked })}</p>}
      {similar.length > 0 && (
        <section>
          <h3>{t(texts.similar)}</h3>
          <div className="xj-roadside-similar">
            {similar.map((one) => (
              <button key={one} type="button" className="xj-button" onClick={() => onSearch(one)}>
                {one}
              </button>
            ))}
          </div>
        </section>
      )}
      {vehicle && <Vehicle vehicle={vehicle} />}
      {guide && (
        <section className="xj-roadside-card">
          <h3>{guide.name}</h3>
          <p data-valid={guide.valid}>
            {t(texts.guide, { n: guide.card_no ?? '' })} {!guide.valid && <strong>{t(texts.invalid)}</strong>}
          </p>
        </section>
      )}
      {teams.map((team) => (
        <TeamFoundInRoadsideLookup key={team.id} team={team} />
      ))}
      {captures.length > 0 && <Captures captures={captures} />}
      {checks.length > 0 && <Checks checks={checks} />}
    </div>
  );
}

/** Link to the form of a check, prefilled through two list conditions. */
function noteAddress(plate: string, team: number | undefined): string {
  const is = (field: string, value: string) => ({ field, operator: '=' as const, value });
  const conditions = [is('plate', plate), ...(team === undefined ? [] : [is('itinerary_id', String(team))])];
  return `${resourcePath(roadsideCheck)}?${writeListQuery({ conditions, keyword: '' })}&form=add`;
}

function Vehicle({ vehicle }: { vehicle: SeenVehicle }) {
  const t = useText();
  const papers = [
    [texts.permit, vehicle.permit_valid_to],
    [texts.inspection, vehicle.inspect_valid_to],
    [texts.insurance, vehicle.insurance_valid_to],
  ] as const;
  const day = today();
  return (
    <section className="xj-roadside-card">
      <h3>{vehicle.enterprise}</h3>
      <p>{t(texts.seats, { n: vehicle.seats })}</p>
      {vehicle.same_vin.length > 0 && <p>{t(texts.vin, { plates: vehicle.same_vin.join(' ') })}</p>}
      <ul>
        {papers.map(([label, until]) => (
          <li key={label.en} data-valid={until >= day}>
            {t(label)} {t(texts.until, { day: until })} {until < day && <strong>{t(texts.expired)}</strong>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Captures({ captures }: { captures: readonly SeenCapture[] }) {
  const t = useText();
  return (
    <section className="xj-roadside-card">
      <h3>{t(texts.captures)}</h3>
      <ul>
        {captures.map(({ at, source, spot }) => (
          <li key={`${at} ${source}`}>
            {formatRecent(at)} {source} {spot}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Checks({ checks }: { checks: readonly SeenCheck[] }) {
  const t = useText();
  const options: Readonly<Record<string, Option>> = roadsideResults;
  return (
    <section className="xj-roadside-card">
      <h3>{t(texts.checks)}</h3>
      <ul>
        {checks.map(({ at, result, headcount, place_name }) => (
          <li key={at}>
            {formatRecent(at)} <OptionTag option={options[result] ?? text(result, result)} />{' '}
            {t(texts.people, { n: headcount })} {place_name}
          </li>
        ))}
      </ul>
    </section>
  );
}
