import type { Locale, Text } from '#kernel/text/text.ts';
import { wireCode } from '#kernel/wire/response-envelope-refusal-list-page-and-row-property-types.ts';
import { Refused } from '#server/refusal.ts';
import { type InterfaceErrorCode, interfaceErrors } from '../../contract/error-codes-of-signed-calls.ts';

/** A refusal of a call of an application, answered with its HTTP status and code. */
export class InterfaceRefusal extends Error {
  readonly code: InterfaceErrorCode;
  /** Messages by field, in the caller's language. */
  readonly errors: Readonly<Record<string, readonly string[]>> | undefined;
  /** Seconds until the call may be repeated. */
  readonly retryAfter: number | undefined;
  readonly #detail: string | Text | undefined;

  constructor(
    code: InterfaceErrorCode,
    {
      errors,
      retryAfter,
      detail,
    }: { errors?: InterfaceRefusal['errors']; retryAfter?: number; detail?: string | Text | undefined } = {},
  ) {
    super(interfaceErrors[code].en);
    this.name = 'InterfaceRefusal';
    this.code = code;
    this.errors = errors;
    this.retryAfter = retryAfter;
    this.#detail = detail;
  }

  /** What it says: its own message, else that of the catalogue. */
  messageIn(locale: Locale): string {
    const own = this.#detail;
    return (typeof own === 'string' ? own : own?.[locale]) ?? interfaceErrors[this.code][locale];
  }
}

/** The error of the catalogue that a refusal of the platform is. */
function codeOfRefusal({ code, data }: Refused): InterfaceErrorCode {
  const { reason } = (data ?? {}) as { reason?: string };
  if (code === wireCode.forbidden || reason === 'forbidden') return 'scope';
  if (reason === 'invalid') return 'invalid';
  if (reason === 'not_found') return 'not_found';
  if (reason === 'duplicate' || reason === 'stale_version' || reason === 'bad_transition') return 'conflict';
  return reason === 'too_frequent' ? 'too_frequent' : 'parameter';
}

/** The refusal that an error is; undefined: a fault of ours. */
export function asInterfaceRefusal(error: unknown, locale: Locale): InterfaceRefusal | undefined {
  if (error instanceof InterfaceRefusal) return error;
  if (!(error instanceof Refused)) return undefined;
  const { errors, retry_after: retryAfter } = (error.data ?? {}) as {
    errors?: InterfaceRefusal['errors'];
    retry_after?: number;
  };
  return new InterfaceRefusal(codeOfRefusal(error), {
    errors,
    ...(retryAfter === undefined ? {} : { retryAfter }),
    detail: error.messageIn(locale),
  });
}
