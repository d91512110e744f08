import { compactIdentifier } from '#kernel/check/normalise-document-and-order-numbers.ts';
import type { Place } from '#kernel/kind/place-on-map.ts';
import { evidenceInputs } from '#kernel/lifecycle/move-evidence-inputs.ts';
import { sql } from '#server/db/sql.ts';
import type { VisitFlag } from '../../contract/check/enforcement-check-source-result-and-flag-options.ts';
import {
  judgeOfficerScanIn,
  maxScanInMetres,
  metresFromRegisteredAddress,
} from '../../contract/check/judge-officer-scan-in-place-and-time.ts';
import { checkOfficer } from '../../contract/check/officers-answers-and-signatures-of-check.ts';
import { enforcementCheckRefusalTexts as texts } from './enforcement-check-refusal-texts.ts';
import { findOfficerOfCode } from './find-officer-by-arrival-code.ts';
import {
  officersAfterWrite,
  refuseIneligibleOfficers,
  requireCallerAmongOfficers,
} from './officer-eligibility-for-check.ts';
import { type CheckChange, requireCheckableEnterprise } from './refuse-unapprovable-check-or-preview-refusals.ts';

/** Metres of accuracy beyond which a position is noted as inaccurate (domain reference §2.I, offline). */
const inaccurateMetres = 100;
/** Seconds by which the clock of a device may be off without a note. */
const clockSlackSeconds = 300;

/** Where and when a device says that something happened. */
interface Sent {
  readonly place?: Place | null;
  readonly device?: number | null;
  readonly files: readonly string[];
}

export function readScanInEvidence(input: Readonly<Record<string, unknown>>): Sent {
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
export function visitFlagsOf({ place, device }: Sent, made: number): VisitFlag[] {
  return [
    ...(device && Math.abs(device - made) > clockSlackSeconds ? (['clock_off'] as const) : []),
    ...((place?.accuracy ?? 0) > inaccurateMetres ? (['inaccurate'] as const) : []),
  ];
}

/** Where the checked enterprise is registered. Null: nowhere, or no enterprise is checked. */
async function registeredPlace({ tx, before }: CheckChange): Promise<{ lng: number; lat: number } | null> {
  if (before.object_type !== 'enterprise') return null;
  const found = await tx.row<{ lng: number; lat: number }>(
    sql`select place[0] as lng, place[1] as lat from enterprise where id = ${before.enterprise_id} and place is not null`,
  );
  return found ?? null;
}

/**
 * Time and place of entry, by the rule that phones follow too. A scan that is sent later counts by the clock of the device.
 * Returns what is odd about the place.
 */
async function checkEntry(context: CheckChange, { place, device, files }: Sent, now: number): Promise<VisitFlag[]> {
  const { before, values, input, fail } = context;
  const registered = await registeredPlace(context);
  const isSentLater = device && device <= now && device >= (before.approved_at ?? 0);
  const entry = {
    place: place ?? null,
    registered,
    reason: String(input.place_reason ?? ''),
    pictures: files.length,
    window_from: before.window_from,
    window_to: before.window_to,
    at: isSentLater ? [now, device] : [now],
  };
  for (const { field, message, values: shown } of judgeOfficerScanIn(entry)) fail(field, message, shown);
  const distance = metresFromRegisteredAddress(entry);
  values.started_place = place ?? null;
  values.distance = distance ?? null;
  if (!place) return ['no_place'];
  if (before.object_type === 'enterprise' && !registered) return ['no_registered_place'];
  return distance !== undefined && distance > maxScanInMetres ? ['far'] : [];
}

/**
 * Two certified officers of the check are there, at the place and in the time arranged: whoever sends this from a session of
 * their own, and a colleague by the code in theirs. From now on the enterprise knows.
 */
export async function validateAndRecordScanInByColleagueCode(context: CheckChange): Promise<void> {
  const { before, values, input, caller, engine, fail, cascadeChange } = context;
  const now = Math.floor(Date.now() / 1000);
  const sent = readScanInEvidence(input);
  const started = values.started_at ?? now;
  const officers = await officersAfterWrite(context, before);
  const own = requireCallerAmongOfficers(context, caller, officers);
  await requireCheckableEnterprise(context);
  const others = officers.filter((one) => one !== own);
  const code = compactIdentifier(String(input.arrival_code ?? ''));
  const colleague = await findOfficerOfCode(engine, { check: before.id, officers: others, code, at: started });
  if (!colleague) fail('arrival_code', texts.unknownCode);
  else if (own) refuseIneligibleOfficers(context, before, [own, colleague.officer]);
  const odd = await checkEntry(context, sent, now);
  const isClockOff = colleague !== undefined && Math.abs(colleague.off) > 1;
  values.flags = [
    ...new Set([...visitFlagsOf(sent, started), ...(isClockOff ? (['clock_off'] as const) : []), ...odd]),
  ];
  showCheckToEnterprise(context);
  const ids = own && colleague ? [own.id, colleague.officer.id] : [];
  await cascadeChange(checkOfficer, sql`t.check_id = ${before.id} and t.officer_id = any(${ids}::bigint[])`, {
    arrived_at: started,
  });
  context.enterInChain({ officers: ids, distance: values.distance ?? null });
}

/** From now on the people of the enterprise see the check. */
export function showCheckToEnterprise({ before, values }: Pick<CheckChange, 'before' | 'values'>): void {
  values.informed_enterprise_id = before.enterprise_id;
}
