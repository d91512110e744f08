import QRCode from 'qrcode';
import { compactIdentifier } from '#kernel/check/normalise-document-and-order-numbers.ts';
import type { Lifecycle } from '#kernel/declaration/lifecycle.ts';
import type { Option } from '#kernel/declaration/select-option-with-label-color-tone.ts';
import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { publicAddressOrHost } from '#modules/document/contract/settings-required-to-issue-documents.ts';
import { siteSettings } from '#modules/system/contract/site-settings.ts';
import type { Queryable, Transaction } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { type Call, responseSent } from '#server/http/controller.ts';
import type { CallWithValidatedInput } from '#server/http/declare-http-call-with-validated-input.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { notFound, Refused } from '#server/refusal.ts';
import { itinerary } from '../../contract/itinerary/team-itinerary.ts';
import {
  guideCardCodeSeconds,
  isCodeOfEarlierVersion,
  maskPlate,
  maxCodeLength,
  type TeamCodeCheckAnswer,
  type TeamCodePayload,
  unsignedGuideCardCodeText,
  unsignedTeamCodeText,
  verifyTeamCode,
} from '../../contract/team-code/format-and-verify-signed-team-code.ts';
import { publishedTeamCodeKeys, teamCodeSigningKeyOfToday } from './team-code-signing-keys.ts';

const texts = {
  notYet: text('团队确认后才有团队码', 'A team code is available once the team is confirmed'),
  noCard: text('没有与本账号关联的有效导游证', 'No valid guide card is linked to this account'),
} as const;

/** Seconds a code is valid after the end of its team; by then the team has been finished. */
const goodAfter = 12 * 3600;

const coded = ['confirmed', 'departed'] as const;

type TeamFacts = Omit<TeamCodePayload, 'v' | 'exp' | 'kid'>;
interface Signed {
  readonly code: string;
  readonly team: Omit<TeamCodePayload, 'v'>;
}

/** Payload of a team code; `which` is a condition on `t`. */
const readTeamFacts = (db: Queryable, which: Sql) =>
  db.row<TeamFacts & { status: string; [column: string]: unknown }>(sql`
    select t.team_no, t.status, t.change_count as version, t.tourist_count as pax,
      floor(extract(epoch from t.start_at))::float8 as start, floor(extract(epoch from t.end_at))::float8 as "end",
      coalesce((select v.plate from travel_assigned_vehicle v where v.itinerary_id = t.id order by v.weigh, v.id limit 1), '') as plate,
      coalesce((select g.card_no from travel_assigned_guide a join crew_guide g on g.id = a.guide_id
        where a.itinerary_id = t.id order by a.weigh, a.id limit 1), '') as guide_card
    from travel_itinerary t where ${which}`);

async function signTeam(by: Parameters<typeof teamCodeSigningKeyOfToday>[0], facts: TeamFacts): Promise<Signed> {
  const exp = facts.end + goodAfter;
  const key = await teamCodeSigningKeyOfToday(by, exp);
  const team = { ...facts, exp, kid: key.kid };
  return { code: key.sign(unsignedTeamCodeText(team)), team };
}

export const teamCodeInput = { id: field.integer(text('行程编号', 'Itinerary ID'), { required: true, min: 1 }) };
type TeamCodeCall = CallWithValidatedInput<typeof teamCodeInput>;

export const codeInput = {
  code: field.text(text('团队码或其地址', 'Team code or its address'), { required: true, max: 2 * maxCodeLength }),
};

/** The code of a team the caller may see. */
async function codeOf({ engine, caller }: Call, id: number): Promise<Signed> {
  const scope = scopeOf(itinerary, caller, engine.find);
  const row = await readTeamFacts(engine.db, sql`t.id = ${id}${scope ? sql` and ${scope}` : sql.empty}`);
  if (!row) throw notFound();
  const { status, ...facts } = row;
  if (!coded.some((one) => one === status)) throw new Refused(texts.notYet, { data: { reason: 'wrong_state' } });
  return signTeam(engine, facts);
}

/** The code of a team as this transaction leaves it, for messages; undefined where it has none. */
export async function signedTeamCode(
  { engine: { seal }, tx }: { readonly engine: Pick<Engine, 'seal'>; readonly tx: Transaction },
  id: number,
): Promise<string | undefined> {
  const row = await readTeamFacts(tx, sql`t.id = ${id}`);
  if (!row) return undefined;
  const { status, ...facts } = row;
  return coded.some((one) => one === status) ? (await signTeam({ seal, db: tx }, facts)).code : undefined;
}

const addressOf = ({ engine, request }: Call, code: string) =>
  `${publicAddressOrHost(engine.settings, request)}/team/${code}`;

/** URL that verifies the code printed on papers; undefined where the team has no code. */
export async function teamCodeAddress(call: Call, { id, status }: { id: number; status: string }) {
  return coded.some((one) => one === status) ? addressOf(call, (await codeOf(call, id)).code) : undefined;
}

/** `GET code`: the code of a team as SVG. */
export async function answerTeamCodeSvg(call: TeamCodeCall): Promise<typeof responseSent> {
  const { code } = await codeOf(call, call.input.id);
  // level M: with three hundred characters, finer modules hurt scanning more than scratches do
  const picture = await QRCode.toString(addressOf(call, code), { type: 'svg', errorCorrectionLevel: 'M', margin: 2 });
  await call.reply.type('image/svg+xml').header('Cache-Control', 'private, no-store').send(picture);
  return responseSent;
}

/** `GET codeText`: the code of a team as text. */
export async function answerTeamCodeText(call: TeamCodeCall) {
  const { code, team } = await codeOf(call, call.input.id);
  return { code, address: addressOf(call, code), version: team.version, exp: team.exp };
}

/**
 * `GET /api/crew.guide/code`: code of the caller's own guide card, valid for a minute (domain reference, Appendix G).
 */
export async function answerGuideCardCode(call: Call) {
  const { engine, caller } = call;
  const row = await engine.db.row<{ card_no: string }>(sql`
    select card_no from crew_guide where user_id = ${caller.id} and status in ('valid', 'changing')
      and valid_to >= (now() at time zone 'Asia/Shanghai')::date`);
  if (!row) throw new Refused(texts.noCard, { data: { reason: 'not_found' } });
  const exp = Math.floor(Date.now() / 1000) + guideCardCodeSeconds;
  const key = await teamCodeSigningKeyOfToday(engine, exp);
  const code = key.sign(unsignedGuideCardCodeText({ guide_card: row.card_no, exp, kid: key.kid }));
  const address = addressOf(call, code);
  const picture = await QRCode.toString(address, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 });
  return { code, address, card_no: row.card_no, exp, picture };
}

/** `GET /api/travel.code/keys`: public keys that verify codes. */
export const answerPublicKeys = async ({ engine }: Call) => ({
  keys: (await publishedTeamCodeKeys(engine)).map(({ kid, key }) => ({ kid, key })),
});

/**
 * `POST /api/travel.code/show`: public information about the team or guide behind a code; of tourists only their
 * number. Codes without our signature reveal nothing, so team numbers cannot be probed.
 */
export async function answerTeamCodeCheck({
  engine,
  caller,
  input: { code },
}: CallWithValidatedInput<typeof codeInput>): Promise<TeamCodeCheckAnswer> {
  const hotline = engine.settings(siteSettings).hotline ?? '';
  const { verdict, content } = await verifyTeamCode(code, await publishedTeamCodeKeys(engine));
  if (!content || (verdict !== 'genuine' && verdict !== 'expired')) return { verdict, hotline };
  if (content.kind === 'card') {
    // an expired card code vouches for nobody: its holder may be elsewhere
    const guide = verdict === 'genuine' ? await readGuide({ engine }, content.card.guide_card) : undefined;
    return { verdict, hotline, ...(guide && { guide }) };
  }
  const row = await readTeam({ engine }, content.team.team_no);
  if (!row) return { verdict: 'no_team', hotline };
  const state = (itinerary.life as Lifecycle).states[row.status] as Option | undefined;
  const old = verdict === 'genuine' && isCodeOfEarlierVersion(content.team, row.changes);
  return {
    verdict: old ? 'old_version' : verdict,
    hotline,
    team: {
      ...row,
      status_label: state?.[caller.locale] ?? row.status,
      tone: state?.tone ?? 'neutral',
      plates: row.plates.map(maskPlate),
    },
  };
}

type TeamRow = Omit<NonNullable<TeamCodeCheckAnswer['team']>, 'status_label' | 'tone'> & { [column: string]: unknown };

const readTeam = ({ engine }: Pick<Call, 'engine'>, team_no: string) =>
  engine.db.row<TeamRow>(sql`
    select t.team_no, t.status, t.change_count as changes, t.tourist_count as pax, e.name as agency,
      floor(extract(epoch from t.start_at))::float8 as start, floor(extract(epoch from t.end_at))::float8 as "end",
      coalesce((select json_agg(v.plate order by v.weigh, v.id) from travel_assigned_vehicle v
        where v.itinerary_id = t.id and v.plate is not null), '[]') as plates,
      coalesce((select json_agg(json_build_object('card_no', g.card_no, 'photo', g.photo) order by a.weigh, a.id)
        from travel_assigned_guide a join crew_guide g on g.id = a.guide_id where a.itinerary_id = t.id), '[]') as guides,
      coalesce((select json_agg(json_build_object('day_no', s.day_no, 'name', s.name, 'arrive', to_char(s.arrive, 'HH24:MI'))
        order by s.day_no, s.weigh, s.id) from travel_itinerary_stop s where s.itinerary_id = t.id), '[]') as stops
    from travel_itinerary t join enterprise e on e.id = t.agency_id where compact_identifier(t.team_no) = ${compactIdentifier(team_no)}`);

const readGuide = ({ engine }: Pick<Call, 'engine'>, card_no: string) =>
  engine.db.row<NonNullable<TeamCodeCheckAnswer['guide']> & { [column: string]: unknown }>(sql`
    select g.card_no, g.photo, coalesce(e.name, g.association) as agency,
      g.status in ('valid', 'changing') and g.valid_to >= (now() at time zone 'Asia/Shanghai')::date as valid
    from crew_guide g left join enterprise e on e.id = g.agency_id
    where compact_identifier(g.card_no) = ${compactIdentifier(card_no)} and g.status not in ('returned', 'ended')`);
