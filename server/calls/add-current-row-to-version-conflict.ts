import type { AnyResource } from '#kernel/declaration/resource.ts';
import { parseNonNegativeInteger } from '#kernel/wire/parse-non-negative-integer.ts';
import type { Call } from '#server/http/controller.ts';
import { readRowText } from '#server/read/row/read-one-row-as-json.ts';
import { badParameter, Refused, refuse } from '#server/refusal.ts';

/**
 * The version that the caller read, if the request has one. An invalid version is refused, because ignoring it would
 * overwrite the last change.
 */
export function versionSeenByCaller(value: unknown): number | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const version = parseNonNegativeInteger(value);
  if (version === undefined) throw badParameter();
  return version;
}

/** Adds the current row, as this caller sees it, to a refusal for a stale version. */
export async function addCurrentRowToVersionConflict<T>(
  resource: AnyResource,
  call: Call,
  id: number,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refused) || (error.data as { reason?: string } | null)?.reason !== 'stale_version')
      throw error;
    throw refuse('stale_version', 'stale_version', {
      row: JSON.parse(await readRowText(call.engine, resource, call.caller, id)),
    });
  }
}
