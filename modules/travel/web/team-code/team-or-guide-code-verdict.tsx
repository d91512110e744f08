import { text } from '#kernel/text/text.ts';
import {
  maskPlate,
  type TeamCodeCheckAnswer,
  type TeamCodePayload,
} from '#modules/travel/contract/team-code/format-and-verify-signed-team-code.ts';
import { teamCodeVerdictTexts } from '#modules/travel/contract/team-code/team-code-verdict-texts.ts';
import { formatPeriod } from '#web/cell/format/date-format.ts';
import { useText } from '#web/i18n/locale.ts';
import type { TeamCodeCheck } from './use-team-code-check.ts';

const texts = {
  checking: text('正在核验…', 'Verifying…'),
  offline: text(
    '未连接网络：仅按签名核验，团队此后的变更不在其中。',
    'Offline: only the signature is verified; later changes to the team are not shown.',
  ),
  team_no: text('团号', 'Team number'),
  agency: text('组团社', 'Organising agency'),
  state: text('状态', 'Status'),
  plate: text('车牌', 'Plate'),
  card: text('导游证', 'Guide card'),
  pax: text('游客人数', 'Number of tourists'),
  people: text('{n} 人', '{n} {n|person|people}'),
  when: text('行程时间', 'Trip dates'),
  changes: text('变更', 'Changes'),
  changed: text('变更 {n} 次', 'changed {n} {n|time|times}'),
  photo: text('导游照片', 'Photo of the guide'),
  stops: text('行程站点', 'Stops'),
  day: text('第 {n} 天', 'Day {n}'),
  complain: text('投诉与咨询', 'Complaints and enquiries'),
  ended: text('导游证已失效', 'The guide card is no longer valid'),
} as const;

/** Result of a scanned code: first what the code states, then what the server adds. */
export function TeamOrGuideCodeVerdict({ check }: { check: TeamCodeCheck }) {
  const t = useText();
  const { verified, shown, offline } = check;
  // the server knows more than the signature does; browsers that cannot verify rely on it
  const found = shown?.verdict ?? verified?.verdict;
  // without keys nothing can be said against the code
  const verdict = found === 'unknown_key' && offline && !check.keys ? 'unable' : found;
  if (!verdict || (verdict === 'unable' && !offline)) return <p role="status">{t(texts.checking)}</p>;
  // cached keys may be outdated: wait for the server before calling a key unknown
  if (!shown && !offline && verdict === 'unknown_key') return <p role="status">{t(texts.checking)}</p>;
  const heading = teamCodeVerdictTexts[verdict];
  const tone = shown?.team && heading.tone === 'good' ? toneOf(shown.team.tone) : heading.tone;
  const trusted = verdict === 'genuine' || verdict === 'expired' || verdict === 'old_version';
  const content = verified?.content;
  return (
    <article className="xj-team-card" data-tone={tone} data-verdict={verdict}>
      <h2>
        <span aria-hidden="true">{tone === 'good' ? '✓' : tone === 'bad' ? '✕' : '!'}</span> {t(heading)}
      </h2>
      <p>{t(heading.more)}</p>
      {offline && !shown && <p className="xj-team-offline">{t(texts.offline)}</p>}
      {trusted && (shown?.team || content?.kind === 'team') && (
        <TeamFacts
          {...(content?.kind === 'team' && { content: content.team })}
          {...(shown?.team && { team: shown.team })}
        />
      )}
      {trusted && content?.kind === 'card' && <CardFacts card={content.card.guide_card} guide={shown?.guide} />}
      {shown?.hotline && (
        <a className="xj-button" href={`tel:${shown.hotline.replace(/[^\d+]/g, '')}`}>
          {t(texts.complain)} {shown.hotline}
        </a>
      )}
    </article>
  );
}

/** A genuine code of a cancelled or terminated team is not shown as good. */
const toneOf = (tone: string): string =>
  tone === 'bad' || tone === 'warning' ? tone : tone === 'muted' ? 'warning' : 'good';

function Facts({ facts }: { facts: readonly (readonly [string, string | undefined])[] }) {
  return (
    <dl>
      {facts.map(([label, value]) =>
        value ? (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}

function TeamFacts({ content, team }: { content?: TeamCodePayload; team?: NonNullable<TeamCodeCheckAnswer['team']> }) {
  const t = useText();
  const { start, end, pax } = team ?? content ?? { start: 0, end: 0, pax: 0 };
  const plates = team ? team.plates.join('、') : content && maskPlate(content.plate);
  const cards = team ? team.guides.map(({ card_no }) => card_no).join('、') : content?.guide_card;
  return (
    <>
      <div className="xj-team-guides">
        {team?.guides.map(({ card_no, photo }) =>
          photo ? <img key={card_no} src={photo} alt={t(texts.photo)} width="96" height="128" /> : null,
        )}
      </div>
      <Facts
        facts={[
          [t(texts.team_no), team?.team_no ?? content?.team_no],
          [t(texts.state), team?.status_label],
          [t(texts.agency), team?.agency],
          [t(texts.plate), plates],
          [t(texts.card), cards],
          [t(texts.pax), t(texts.people, { n: pax })],
          [t(texts.when), formatPeriod(start, end)],
          [t(texts.changes), team && team.changes > 0 ? t(texts.changed, { n: team.changes }) : undefined],
        ]}
      />
      {team && team.stops.length > 0 && (
        <>
          <h3>{t(texts.stops)}</h3>
          <ol className="xj-team-stops">
            {team.stops.map(({ day_no, name, arrive }) => (
              <li key={`${day_no} ${arrive} ${name}`}>
                <span>
                  {t(texts.day, { n: day_no })} {arrive}
                </span>
                {name}
              </li>
            ))}
          </ol>
        </>
      )}
    </>
  );
}

function CardFacts({ card, guide }: { card: string; guide: TeamCodeCheckAnswer['guide'] }) {
  const t = useText();
  return (
    <>
      {guide && !guide.valid && <p role="alert">{t(texts.ended)}</p>}
      {guide?.photo && (
        <div className="xj-team-guides">
          <img src={guide.photo} alt={t(texts.photo)} width="96" height="128" />
        </div>
      )}
      <Facts
        facts={[
          [t(texts.card), card],
          [t(texts.agency), guide?.agency ?? undefined],
        ]}
      />
    </>
  );
}
