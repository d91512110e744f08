import QRCode from 'qrcode';
import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { publicAddressOrHost } from '#modules/document/contract/settings-required-to-issue-documents.ts';
import {
  type EvaluationLink,
  evaluationLinkPurpose,
  evaluationPath,
} from '#modules/evaluation/contract/public-evaluation-page-and-link-types.ts';
import { siteSettings } from '#modules/system/contract/site-settings.ts';
import { newTicketSecret, oneTimeTicket, ticketsOfPurpose } from '#server/auth/one-time-ticket.ts';
import type { Caller } from '#server/caller.ts';
import type { Queryable, Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { Answer } from '#server/http/connection/encode-response-envelope.ts';
import type { Call } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { integer, object, orNull, string } from '#server/open-api/json-schema-shorthands.ts';
import { notFound, Refused } from '#server/refusal.ts';
import { queueMessages } from '#server/write/statement/queue-sms-email-and-wechat-messages.ts';
import { on } from '#server/write/subscriber/subscribe-to-events-of-rows.ts';
import { itinerary } from '../../contract/itinerary/team-itinerary.ts';
import { ratingRequested } from '../../contract/message-templates.ts';
import {
  type GuideRatingFormAnswer,
  guideRatingPath,
  guideRatingScores,
  ratingLinkDays,
} from '../../contract/rating/guide-rating-page-and-scores.ts';
import { teamMessagePlaceholderValues } from '../itinerary/team-message-placeholder-values.ts';
import { storeGuideRatingAndReleaseInGroups } from './store-guide-rating-and-release-in-groups.ts';

const texts = {
  thanks: text('感谢您的评价', 'Thank you for your rating'),
  own: text('不能评价自己带的团队', 'You cannot rate a team you guided'),
  full: text('该团队的每位游客都已评价', 'Every tourist of this team has already given a rating'),
  enough: text('评价码已发满，每位游客一个', 'All rating codes have been issued, one per tourist'),
};

/** Messages queued per statement. */
const messagesPerStatement = 500;

/** The row of a link holds its hash, because the ratings of a team are counted with its links. */
const ratingLink = oneTimeTicket({ name: 'rating link', seconds: ratingLinkDays * 86_400 });

interface RatingRequest {
  readonly [column: string]: unknown;
  readonly tourist: number;
  readonly mobile: string;
}

/** Fields of a finished team for the message. */
interface EndedTeam {
  readonly id: number;
  readonly team_no: string | null;
  readonly route: string | null;
  readonly start_at: number;
  readonly area_code: string;
}

/**
 * Sends each adult tourist of a finished team with a mobile a rating link of their own, once. Without a public
 * address of the platform there are no links; guides show codes instead.
 */
export async function sendGuideRatingLinks(engine: Engine, tx: Transaction, team: EndedTeam): Promise<void> {
  const { id, area_code } = team;
  const address = (engine.settings(siteSettings).address ?? '').replace(/\/+$/, '');
  if (address === '') return;
  const led = await tx.row<{ guide: number }>(
    sql`select guide_id as guide from travel_assigned_guide where itinerary_id = ${id} order by weigh, id limit 1`,
  );
  if (!led) return;
  const people = await tx.rows<RatingRequest>(sql`
    select min(id) as tourist, mobile from travel_tourist where itinerary_id = ${id} and mobile is not null and is_minor is distinct from 'yes'
      and mobile not in (select g.mobile from travel_assigned_guide a join crew_guide g on g.id = a.guide_id where a.itinerary_id = ${id} and g.mobile is not null)
    group by mobile order by 1`);
  const links = people.map((one) => ({ ...one, token: newTicketSecret(16) }));
  const hashed = links.map(({ tourist, token }) => ({ tourist, token: ratingLink.hash(token) }));
  const added = await tx.rows<{ tourist: number }>(sql`
    insert into travel_rating_link (itinerary_id, guide_id, tourist_id, token, expires_at)
    select ${id}, ${led.guide}, r.tourist, r.token, now() + make_interval(days => ${ratingLinkDays})
    from jsonb_to_recordset(${JSON.stringify(hashed)}::jsonb) as r (tourist bigint, token text)
    on conflict do nothing returning tourist_id as tourist`);
  const fresh = new Set(added.map(({ tourist }) => tourist));
  const named = teamMessagePlaceholderValues(team);
  const messages = links
    .filter(({ tourist }) => fresh.has(tourist))
    .map(({ tourist, mobile, token }) => ({
      values: { ...named, link: `${address}${guideRatingPath}/${token}` },
      to: {
        mobile,
        areaCode: area_code,
        resource: itinerary.name,
        rowId: id,
        rowTitle: named.team_no,
        once: `rate ${id} ${tourist}`,
      },
    }));
  for (let from = 0; from < messages.length; from += messagesPerStatement)
    await queueMessages(engine, tx, ratingRequested, messages.slice(from, from + messagesPerStatement));
}

export const guideRatingLinkSubscribers = {
  ask_for_ratings: on(itinerary, 'finished', {
    async later(_fact, { engine, tx, rows }) {
      for (const team of await rows()) await sendGuideRatingLinks(engine, tx, team);
    },
  }),
};

/**
 * `POST ratingCode`: a rating link as QR code, for one tourist next to the guide. There are never more valid codes
 * than tourists who have not rated; the statement that creates one counts.
 */
export async function answerGuideRatingLinkAsQrCode({ engine, caller, request }: Call, team: number) {
  const token = newTicketSecret(16);
  const led = await engine.db.row<{ guide: number }>(sql`
    select g.id as guide from travel_assigned_guide a join crew_guide g on g.id = a.guide_id join travel_itinerary t on t.id = a.itinerary_id
    where a.itinerary_id = ${team} and g.user_id = ${caller.id} and t.status in ('finished', 'archived')
      and t.finished_at > now() - make_interval(days => ${ratingLinkDays})`);
  if (!led) throw notFound();
  // requests of one guide at the same time run one after the other
  const made = await engine.db.transaction(async (tx) => {
    await tx.query(sql`select from travel_itinerary where id = ${team} for no key update`);
    // a code shown ten minutes ago and not used makes room for another, and becomes invalid
    await tx.query(sql`
      delete from travel_rating_link where id in (
        select l.id from travel_rating_link l
        where l.itinerary_id = ${team} and l.tourist_id is null and l.used_at is null and l.createtime <= now() - interval '10 minutes'
        order by l.createtime desc, l.id desc
        offset greatest((select t.tourist_count - 1 - (select count(*) from travel_rating_link o where o.itinerary_id = t.id
          and (o.used_at is not null or (o.tourist_id is null and o.createtime > now() - interval '10 minutes')))
          from travel_itinerary t where t.id = ${team}), 0))`);
    return tx.row(sql`
      insert into travel_rating_link (itinerary_id, guide_id, token, expires_at)
      select t.id, ${led.guide}, ${ratingLink.hash(token)}, t.finished_at + make_interval(days => ${ratingLinkDays}) from travel_itinerary t
      where t.id = ${team} and t.tourist_count > (select count(*) from travel_rating_link l
        where l.itinerary_id = t.id and (l.tourist_id is null or l.used_at is not null))
      returning 1 as made`);
  });
  if (!made) throw new Refused(texts.enough, { data: { reason: 'limit' } });
  const address = `${publicAddressOrHost(engine.settings, request)}${guideRatingPath}/${token}`;
  return { address, picture: await QRCode.toString(address, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' }) };
}

/** Whether the caller guided the team of link `l`, if they are signed in. */
const guidedBy = ({
  type,
  id,
}: Caller) => sql`exists (select from travel_assigned_guide a join crew_guide g on g.id = a.guide_id
  where a.itinerary_id = l.itinerary_id and g.user_id = ${type === 'member' ? id : 0})`;

const readLink = (db: Queryable, token: unknown, caller: Caller) =>
  db.row<GuideRatingFormAnswer & { own?: boolean }>(sql`
    select ${guidedBy(caller)} as own, t.team_no, e.name as agency, g.card_no, g.photo, floor(extract(epoch from t.start_at))::float8 as start,
      floor(extract(epoch from t.end_at))::float8 as "end"
    from travel_rating_link l join travel_itinerary t on t.id = l.itinerary_id join crew_guide g on g.id = l.guide_id
      join enterprise e on e.id = t.agency_id
    where l.token = ${ratingLink.hash(token)} and l.used_at is null and l.expires_at > now()`);

/** Checked as part of the link: whatever is wrong with it, the link is invalid. */
const linkInput = { token: field.text(text('链接末段', 'Last segment of the link'), { required: true, max: 64 }) };

/** `POST open`: team and guide of a link; refused where it is used, expired or unknown. */
export const openGuideRatingLinkCall = call({
  gate: 'none',
  methods: ['POST'],
  silent: true,
  summary: text('凭评价链接查看评价对象（公开）', 'Whom a rating link is about (public)'),
  limit: { perMinute: 200 },
  inputFrom: 'body',
  checkedInRun: linkInput,
  answer: object({
    team_no: string,
    agency: string,
    card_no: string,
    photo: orNull(string),
    start: integer,
    end: integer,
  }),
  async run({ engine, caller, body }) {
    const found = await readLink(engine.db, body.token, caller);
    if (!found) throw ratingLink.refused();
    const { own, ...form } = found;
    if (own) throw new Refused(texts.own, { data: { reason: 'forbidden' } });
    return form;
  },
});

const score = { required: true, min: 1, max: 5 } as const;

/**
 * `POST send`: stores a rating and uses up its link in one transaction. Guides of the team are refused. A team has as
 * many ratings as tourists, whatever links are used: its row is locked first, so that the count is exact. A used link
 * forgets its tourist and the hour, so that the database does not tell who gave which rating. Answers the path of the
 * page on which the agency can be evaluated.
 */
export const sendGuideRatingCall = call({
  gate: 'none',
  methods: ['POST'],
  // the operation log has addresses and times
  silent: true,
  summary: text('凭评价链接评价导游，仅一次（公开）', 'Rate a guide by link, once only (public)'),
  // all phones of a coach may share one network address; a link is good once and cannot be guessed
  limit: { perMinute: 200 },
  inputFrom: 'body',
  checkedInRun: linkInput,
  input: {
    service: field.integer(guideRatingScores.service, score),
    narration: field.integer(guideRatingScores.narration, score),
    safety: field.integer(guideRatingScores.safety, score),
    honesty: field.integer(guideRatingScores.honesty, score),
    remark: field.textarea(text('评语', 'Comment'), { max: 500 }),
  },
  answer: object({ evaluate: string }),
  async run({ engine, caller, body, input: scores }) {
    const evaluate = await engine.db.transaction(async (tx) => {
      await tx.query(sql`select from travel_itinerary t
        where t.id = (select l.itinerary_id from travel_rating_link l where l.token = ${ratingLink.hash(body.token)}) for no key update`);
      const link = await tx.row<{ guide: number; team_no: string; agency: number; area: string }>(sql`
        update travel_rating_link l set used_at = date_trunc('day', now()), tourist_id = null from travel_itinerary t
        where t.id = l.itinerary_id and l.token = ${ratingLink.hash(body.token)} and l.used_at is null and l.expires_at > now()
          and not ${guidedBy(caller)}
          and t.tourist_count > (select count(*) from travel_rating_link o where o.itinerary_id = t.id and o.used_at is not null)
        returning l.guide_id as guide, t.team_no, t.agency_id as agency,
          (select e.area_code from enterprise e where e.id = t.agency_id) as area`);
      if (!link) {
        const left = await readLink(tx, body.token, caller);
        throw left && !left.own ? new Refused(texts.full, { data: { reason: 'limit' } }) : ratingLink.refused();
      }
      await storeGuideRatingAndReleaseInGroups(engine, tx, link, scores);
      const content = {
        target: 'team',
        enterprise_id: link.agency,
        area_code: link.area,
        upload: newTicketSecret(16),
      } as const;
      const secret = await ticketsOfPurpose<EvaluationLink>(evaluationLinkPurpose).issue(tx, { content });
      return `${evaluationPath}/${secret}`;
    });
    return new Answer({ evaluate }, texts.thanks[caller.locale]);
  },
});
