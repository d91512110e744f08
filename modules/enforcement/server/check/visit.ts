import { distanceBetween } from '#kernel/check/coordinate.ts';
import { compactIdentifier } from '#kernel/check/identifier-normalisation.ts';
import type { Place } from '#kernel/kind/place.ts';
import { evidenceInputs } from '#kernel/lifecycle/move-evidence-inputs.ts';
import { toShanghaiIso } from '#kernel/time/shanghai-time.ts';
import { sql } from '#server/db/sql.ts';
import type { VisitFlag } from '../../contract/check/check-options.ts';
import { checkOfficer } from '../../contract/check/check-rows.ts';
import { type CheckChange, requireCheckableEnterprise } from './check-approval-rules.ts';
import { judgeOfficers, type OfficerOfCheck, officersAfter, requireOwnOfficer } from './check-officers.ts';
import { checkTexts as texts } from './check-texts.ts';

/** Metres from the registered address within which officers scan in without a reason (domain reference §2.I). */
export const maxScanInMetres = 300;
/** Metres of accuracy beyond which a position is noted as inaccurate (domain reference §2.I, offline). */
const inaccurateMetres = 100;
/** Seconds by which the clock of a device may be off without a note. */
const clockSlackSeconds = 300;

const moment = (seconds: number): string =>
  toShanghaiIso(seconds * 1000)
    .slice(0, 16)
    .replace('T', ' ');

/** Where and when a device says that something happened. */
interface Sent {
  readonly place?: Place | null;
  readonly device?: number | null;
  readonly files: readonly string[];
}

export function readSent(input: Readonly<Record<string, unknown>>): Sent {
  return {
    place: (input[evidenceInputs.place] as Place | null | undefined) ?? null,
    device: (input[evidenceInputs.at] as number | null | undefined) ?? null,
    files: (input[evidenceInputs.files] as readonly string[] | null | undefined) ?? [],
  };
}

/**
 * Oddities that are noted and never refused: a phone may be wrong, and the visit was made all the same (K.9).
 * `made` is the moment of the step by the platform: of a step that was sent later, when it was made.
 */
export function oddities({ place, device }: Sent, made: number): VisitFlag[] {
  return [
    ...(device && Math.abs(device - made) > clockSlackSeconds ? (['clock_off'] as const) : []),
    ...((place?.accuracy ?? 0) > inaccurateMetres ? (['inaccurate'] as const) : []),
  ];
}

/**
 * The visit is made in the time that was arranged, by the clock of the server, or of the device where the scan is sent
 * later.
 */
function checkWindow({ before, fail }: CheckChange, device: number | null | undefined, now: number): void {
  const { window_from, window_to, approved_at } = before;
  if (!window_from || !window_to) {
    fail('window_from', texts.noWindow);
    return;
  }
  const isInside = (at: number) => at >= window_from && at <= window_to;
  const sentLater = device && device <= now && device >= (approved_at ?? 0) && isInside(device);
  if (!isInside(now) && !sentLater)
    fail('window_from', texts.outsideWindow, { from: moment(window_from), to: moment(window_to) });
}

/** The place of entry against the registered one of the enterprise. */
async function checkPlace(
  { tx, before, values, input, fail }: CheckChange,
  { place, files }: Sent,
): Promise<VisitFlag | undefined> {
  values.started_place = place ?? null;
  if (before.object_type !== 'enterprise' || !place) return undefined;
  const registered = await tx.row<{ lng: number; lat: number }>(
    sql`select place[0] as lng, place[1] as lat from enterprise where id = ${before.enterprise_id} and place is not null`,
  );
  if (!registered) return 'no_registered_place';
  const distance = Math.round(distanceBetween([place.lng, place.lat], [registered.lng, registered.lat]));
  values.distance = distance;
  if (distance <= maxScanInMetres) return undefined;
  if (!input.place_reason || files.length === 0) fail('place_reason', texts.tooFar, { distance });
  return 'far';
}

/** The officers whose certificates were scanned: two different ones of this check. */
function readCodes({ input, fail }: CheckChange, officers: readonly OfficerOfCheck[]): readonly OfficerOfCheck[] {
  const found = ['officer_code', 'second_officer_code'].map((name) => {
    const code = compactIdentifier(String(input[name] ?? ''));
    const one = officers.find(({ cert_no }) => compactIdentifier(cert_no) === code);
    if (!one) fail(name, texts.unknownCode);
    return one;
  });
  const [first, second] = found;
  if (first && first === second) fail('second_officer_code', texts.sameCode);
  return found.filter((one) => one !== undefined);
}

/** Two certified officers of the check are there, at the place and in the time arranged; from now on the enterprise knows. */
export async function scanIn(context: CheckChange): Promise<void> {
  const { before, values, input, caller, cascadeChange } = context;
  const now = Math.floor(Date.now() / 1000);
  const sent = readSent(input);
  const officers = await officersAfter(context, before);
  requireOwnOfficer(context, caller, officers);
  await requireCheckableEnterprise(context);
  const present = readCodes(context, officers);
  if (present.length === 2) judgeOfficers(context, before, present);
  checkWindow(context, sent.device, now);
  const flag = await checkPlace(context, sent);
  const started = values.started_at ?? now;
  values.flags = [...oddities(sent, started), ...(flag ? [flag] : [])];
  informEnterprise(context);
  const ids = present.map(({ id }) => id);
  await cascadeChange(checkOfficer, sql`t.check_id = ${before.id} and t.officer_id = any(${ids}::bigint[])`, {
    arrived_at: started,
  });
  context.enterInChain({ officers: ids, distance: values.distance ?? null });
}

/** From now on the people of the enterprise see the check. */
export function informEnterprise({ before, values }: Pick<CheckChange, 'before' | 'values'>): void {
  values.informed_enterprise_id = before.enterprise_id;
}
