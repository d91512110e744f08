import { compactIdentifier } from '#kernel/check/normalise-document-and-order-numbers.ts';
import { normalizePlate } from '#kernel/check/vehicle-plate.ts';
import { text } from '#kernel/text/text.ts';
import { sentLaterAfterSeconds } from '#modules/travel/contract/on-the-road/guide-note-sent-live-or-later-options.ts';
import {
  parseTeamCode,
  type TeamCodePublicKey,
  verifyTeamCode,
} from '#modules/travel/contract/team-code/format-and-verify-signed-team-code.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { Answer } from '#server/http/connection/encode-response-envelope.ts';
import type { Call } from '#server/http/controller.ts';
import { readTextParameter } from '#server/http/read-text-parameter.ts';
import { write } from '#server/write/write-pipeline.ts';
import { type RoadsideDoubt, roadsideCheck, roadsideDoubts } from '../contract/roadside-check.ts';

const noted = text('检查已登记', 'Check recorded');

/** Seconds a phone may have been offline: a check is submitted within a week or reported in another way. */
const longestLate = 7 * 86_400;

const fields = ['plate', 'result', 'headcount', 'place', 'place_name', 'problems', 'area_code'] as const;

/**
 * `POST /admin/enforcement.roadside/note`: stores a check as a phone recorded it, online or offline: its time and the
 * code shown. The code is compared with the current record. Discrepancies are stored with the check rather than
 * refused, since the coach has long gone (domain reference K.16).
 */
export async function recordRoadsideCheckAndCompareTeamCode({
  engine,
  caller,
  body,
}: Call): Promise<Answer<{ id: number; remark?: string }>> {
  const now = Math.floor(Date.now() / 1000);
  const sentAt = Math.floor(Number(body.made_at));
  const made_at = Number.isFinite(sentAt) && sentAt > now - longestLate ? Math.min(sentAt, now) : now;
  const late = now - made_at > sentLaterAfterSeconds ? 'yes' : 'no';
  const input = Object.fromEntries(fields.filter((name) => body[name] !== undefined).map((name) => [name, body[name]]));
  const shown = await readShown(engine.db, body, made_at);
  const doubt = shown.doubt ?? null;
  const set = { made_at, late, doubt, team_no: shown.team_no ?? null, itinerary_id: shown.team ?? null };
  const { id } = await write(engine, roadsideCheck, caller, { operation: 'add', input, set, unread: true });
  return new Answer(
    { id, ...(doubt === null ? {} : { remark: roadsideDoubts[doubt][caller.locale] }) },
    noted[caller.locale],
  );
}

interface ShownTeam {
  readonly team_no?: string;
  readonly team?: number;
  readonly doubt?: RoadsideDoubt;
}

/** The team named by a code or number, and its discrepancies with the record. */
async function readShown(db: Queryable, body: Readonly<Record<string, unknown>>, made_at: number): Promise<ShownTeam> {
  const code = readTextParameter(body.code, 400);
  const read = code === '' ? undefined : parseTeamCode(code);
  const shownTeam = read?.content.kind === 'team' ? read.content.team : undefined;
  const team_no = shownTeam?.team_no ?? readTextParameter(body.team_no, 24).toUpperCase();
  if (read) {
    const keys = await db.rows<TeamCodePublicKey & Record<string, unknown>>(
      sql`select kid, public_key as key from travel_code_key where kid = ${read.kid}`,
    );
    const { verdict } = await verifyTeamCode(code, keys, made_at);
    if (verdict !== 'genuine' && verdict !== 'expired') return { team_no, doubt: 'not_signed' };
  }
  if (team_no === '') return {};
  const plate = normalizePlate(readTextParameter(body.plate, 40));
  const team = await db.row<{ id: number; uses: boolean }>(sql`
    select i.id, exists (select from travel_assigned_vehicle v where v.itinerary_id = i.id and v.plate = ${plate}) as uses
    from travel_itinerary i where compact_identifier(i.team_no) = ${compactIdentifier(team_no)} and i.status <> 'draft'`);
  if (!team) return { team_no, doubt: 'no_team' };
  return team.uses ? { team_no, team: team.id } : { team_no, doubt: 'other_team' };
}
