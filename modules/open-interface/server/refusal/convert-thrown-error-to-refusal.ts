import type { FastifyRequest } from 'fastify';
import { DatabaseUnavailableError } from '#server/db/driver/database-availability.ts';
import { isConflict } from '#server/db/driver/retry-on-version-conflict-or-deadlock.ts';
import { isStatementTimeout } from '#server/http/answer-database-outage-conflict-or-timeout.ts';
import { InterfaceRefusal } from './refusal-with-http-status-and-code.ts';

/** SQLSTATEs of text that PostgreSQL cannot store. */
const unstorable: ReadonlySet<string> = new Set(['22021', '22P05']);
/** Seconds after which a client may retry while the database is unavailable. */
const retryAfter = 2;

/**
 * The refusal by which an error outside of a handler is answered: bodies that are broken, too large or of the wrong media type,
 * an unavailable database, a conflict with a write made at the same time, and a statement that took too long. Anything else is
 * a fault of ours, which is logged under the ID of the request.
 */
export function convertThrownErrorToRefusal(
  error: Error & { readonly statusCode?: number; readonly code?: string },
  request: FastifyRequest,
): InterfaceRefusal {
  if (error instanceof DatabaseUnavailableError || isConflict(error))
    return new InterfaceRefusal('unavailable', { retryAfter });
  if (isStatementTimeout(error)) return new InterfaceRefusal('too_slow');
  const { statusCode: status = 500, code = '' } = error;
  if (status === 413) return new InterfaceRefusal('too_large');
  if ((status >= 400 && status < 500) || unstorable.has(code)) return new InterfaceRefusal('parameter');
  request.log.error({ err: error, req: request }, 'fault');
  return new InterfaceRefusal('fault');
}
