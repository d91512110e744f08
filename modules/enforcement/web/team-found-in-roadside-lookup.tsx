import { Link } from 'react-router';
import type { Option } from '#kernel/declaration/select-option-with-label-color-tone.ts';
import { text } from '#kernel/text/text.ts';
import { itinerary } from '#modules/travel/contract/itinerary/team-itinerary.ts';
import { stopTypes } from '#modules/travel/contract/product/stop-meal-and-hotel-options.ts';
import { formatClock, formatRecent } from '#web/cell/format/date-format.ts';
import { OptionTag } from '#web/cell/option-tag.tsx';
import { useText } from '#web/i18n/locale.ts';
import { resourcePath } from '#web/session/admin-or-member-area.ts';
import type { SeenPerson, SeenTeam } from '../contract/roadside-lookup-screen-and-answer-types.ts';

const texts = {
  people: text('游客 {n} 人', '{n} {n|tourist|tourists}'),
  changed: text('变更 {n} 次', 'changed {n} {n|time|times}'),
  guides: text('导游', 'Guides'),
  drivers: text('驾驶员', 'Drivers'),
  vehicles: text('车辆', 'Vehicles'),
  seats: text('核载 {n}', '{n} {n|seat|seats}'),
  insurance: text('责任险', 'Liability insurance'),
  insured: text('覆盖全程', 'Covers the whole trip'),
  uninsured: text('未覆盖全程', 'Does not cover the whole trip'),
  stops: text('今日站点', "Today's stops"),
  findings: text('异常', 'Findings'),
  invalid: text('证件无效', 'invalid'),
  beyond: text('辖区外团队，仅供本次检查', 'Team from another area, shown for this check only'),
  call: text('拨打 {name} 的电话 {mobile}', 'Call {name} at {mobile}'),
};

const states: Readonly<Record<string, Option>> = itinerary.life?.states ?? {};
const stopOptions: Readonly<Record<string, Option>> = stopTypes;

/** A team under way today: persons, vehicles and planned places. */
export function TeamFoundInRoadsideLookup({ team }: { team: SeenTeam }) {
  const t = useText();
  const { team_no, agency, status, start_at, end_at, people, changes, insured } = team;
  const { plates, guides, drivers, stops, findings } = team;
  return (
    <section className="xj-roadside-card">
      <h3>
        {team.own ? <Link to={resourcePath(itinerary, team.id)}>{team_no}</Link> : team_no}{' '}
        <OptionTag option={states[status] ?? text(status, status)} />
      </h3>
      <p>
        {agency} · {formatRecent(start_at)} – {formatRecent(end_at)}
      </p>
      <p className="xj-roadside-count">
        {t(texts.people, { n: people })}
        {changes > 0 && <span> · {t(texts.changed, { n: changes })}</span>}
      </p>
      {!team.own && <p className="xj-roadside-beyond">{t(texts.beyond)}</p>}
      <dl>
        <People label={t(texts.guides)} people={guides} />
        <People label={t(texts.drivers)} people={drivers} />
        <dt>{t(texts.vehicles)}</dt>
        <dd>
          {plates.map(({ plate, seats }) => (
            <span key={plate}>
              <span className="xj-roadside-plate">{plate}</span> {seats !== null && t(texts.seats, { n: seats })}
            </span>
          ))}
        </dd>
        <dt>{t(texts.insurance)}</dt>
        <dd>
          <span data-valid={insured}>{t(insured ? texts.insured : texts.uninsured)}</span>
        </dd>
        {stops.length > 0 && (
          <>
            <dt>{t(texts.stops)}</dt>
            <dd>
              <ol>
                {stops.map(({ name, poi_type, at }, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: stops of one answer, in their order, which have no key
                  <li key={place} data-type={poi_type}>
                    {at !== null && <time>{formatClock(at)}</time>} {name}
                    {poi_type === 'shop' && <OptionTag option={stopOptions.shop ?? stopTypes.shop} />}
                  </li>
                ))}
              </ol>
            </dd>
          </>
        )}
        {findings.length > 0 && (
          <>
            <dt>{t(texts.findings)}</dt>
            <dd>
              <ul>
                {findings.map(({ code, summary }) => (
                  <li key={`${code} ${summary}`}>
                    {code} {summary}
                  </li>
                ))}
              </ul>
            </dd>
          </>
        )}
      </dl>
    </section>
  );
}

function People({ label, people }: { label: string; people: readonly SeenPerson[] }) {
  const t = useText();
  if (people.length === 0) return null;
  return (
    <>
      <dt>{label}</dt>
      <dd>
        {people.map(({ id, name, card_no, mobile, valid }) => (
          <span key={id} data-valid={valid}>
            {name} {card_no} {!valid && t(texts.invalid)}{' '}
            {mobile && (
              <a href={`tel:${mobile}`} aria-label={t(texts.call, { name, mobile })}>
                {mobile}
              </a>
            )}
          </span>
        ))}
      </dd>
    </>
  );
}
