import { field } from '#kernel/field/field.ts';
import { fillPlaceholders, type Text, text } from '#kernel/text/text.ts';
import { validationMessages } from '#kernel/text/validation-messages.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Call } from '#server/http/controller.ts';
import type { CallWithValidatedInput } from '#server/http/declare-http-call-with-validated-input.ts';
import { notFound, Refused } from '#server/refusal.ts';
import { sentLaterAfterSeconds } from '../../contract/on-the-road/guide-note-sent-live-or-later-options.ts';

const texts = {
  notLeft: text(
    '团队尚未出团或已结束：行程中才能记录',
    'The team has not departed or has ended: notes are made while it travels',
  ),
};

/** Input of every call about a team of the guide. */
export const teamInput = {
  itinerary_id: field.integer(text('行程编号', 'Itinerary ID'), { required: true, min: 1 }),
};
export type TeamCall = CallWithValidatedInput<typeof teamInput>;

/**
 * Time and position of a phone, see {@link readPhoneMoment} and {@link readPhonePosition}: wrong ones are ignored, because a note
 * or an emergency call must not be lost for them.
 */
export const phoneInput = {
  made_at: field.integer(text('发生时间（秒）；不填为此刻', 'Time it happened (seconds); now if omitted')),
  place: field.place(text('所在位置', 'Location')),
};

export const reasonField = field.textarea(text('说明', 'Explanation'), { max: 500 });

/** Longest time a phone may send late; older records are not credible. */
const maxDelaySeconds = 60 * 86_400;

export interface TeamOfCallingGuide {
  readonly [column: string]: unknown;
  readonly id: number;
  readonly status: string;
  readonly team_no: string;
  readonly route: string | null;
  readonly start_at: number;
  readonly people: number;
  readonly departed: number | null;
  readonly finished: number | null;
  readonly guide_id: number;
  readonly guide_name: string;
  readonly guide_mobile: string | null;
  readonly emergency_mobile: string;
  readonly area_code: string;
}

/** Reads and locks a team the caller guides; teams of others are not found. */
export async function readTeamOfCallingGuide(
  { caller, input }: TeamCall,
  tx: Transaction,
): Promise<TeamOfCallingGuide> {
  const team = await tx.row<TeamOfCallingGuide>(sql`
    select t.id, t.status, t.team_no, t.route, floor(extract(epoch from t.start_at))::float8 as start_at, t.tourist_count as people, t.area_code, t.emergency_mobile,
      floor(extract(epoch from t.departed_at))::float8 as departed, floor(extract(epoch from t.finished_at))::float8 as finished,
      g.id as guide_id, g.name as guide_name, g.mobile as guide_mobile
    from travel_itinerary t join travel_assigned_guide a on a.itinerary_id = t.id join crew_guide g on g.id = a.guide_id
    where t.id = ${input.itinerary_id} and g.user_id = ${caller.id} and g.status in ('valid', 'changing', 'suspended')
    limit 1 for key share of t`);
  if (!team) throw notFound();
  return team;
}

export interface PhoneMoment {
  /** Unix seconds. */
  readonly made_at: number;
  readonly late: 'yes' | 'no';
}

/** When the phone says it was made, and whether it was sent late. */
export function readPhoneMoment({ params }: Pick<Call, 'params'>, now = Math.floor(Date.now() / 1000)): PhoneMoment {
  const given = Math.floor(Number(params.made_at));
  const made_at = Number.isFinite(given) && given > now - maxDelaySeconds ? Math.min(given, now) : now;
  return { made_at, late: now - made_at > sentLaterAfterSeconds ? 'yes' : 'no' };
}

/** Notes require a team on the road, or, sent late, one that was on the road when they were made. */
export function refuseUnlessTeamOnTheRoad(team: TeamOfCallingGuide, { made_at, late }: PhoneMoment): void {
  if (team.status === 'departed' || team.status === 'abnormal') return;
  const was = team.departed !== null && made_at >= team.departed && made_at <= (team.finished ?? 0);
  if (!(team.status === 'finished' && late === 'yes' && was))
    throw new Refused(texts.notLeft, { data: { reason: 'not_ready', status: team.status } });
}

/** Refusal at a field, in the caller's language. */
export const refusalAtField = (
  field: string,
  message: Text,
  { caller }: Pick<Call, 'caller'>,
  values: Record<string, unknown> = {},
): Refused => {
  const formatted = fillPlaceholders(message[caller.locale], (name) => values[name] ?? '');
  return new Refused(validationMessages.invalid, {
    data: { reason: 'invalid', errors: { [field]: [formatted] }, ...values },
  });
};

export interface PhonePosition {
  readonly lng: number;
  readonly lat: number;
  readonly accuracy?: number;
}

/** Six decimals are 0.1 m. */
const toDecimals = (degrees: number) => Number(degrees.toFixed(6));

/** Position of the phone; undefined where unknown or outside of China. */
export function readPhonePosition({ params }: Pick<Call, 'params'>): PhonePosition | undefined {
  const given = params.place;
  if (typeof given !== 'object' || given === null) return undefined;
  const { lng, lat, accuracy } = given as Readonly<Record<string, unknown>>;
  const [east, north, exact] = [Number(lng), Number(lat), Number(accuracy)];
  if (!(east >= 73 && east <= 136 && north >= 3 && north <= 54)) return undefined;
  return {
    lng: toDecimals(east),
    lat: toDecimals(north),
    ...(exact >= 0 && exact < 2_000_000 ? { accuracy: Math.ceil(exact) } : {}),
  };
}

/** Value of a place field measured by a device. */
export const devicePlace = (where: PhonePosition | undefined) => (where ? { ...where, from: 'device' as const } : null);
