import type { Text } from '#kernel/text/text.ts';

import type { Call } from '#server/http/controller.ts';

import type { IdempotentAnswer } from '#server/write/statement/store-answer-under-idempotency-key.ts';

/** A message in the caller's language. */
export const messageInCallersLanguage = (message: Text, call: Call) => message[call.caller.locale];

/** The idempotency key of a call with its response, stored by the statement that stores the row. */
export const answerToStoreUnderIdempotencyKey = (
  call: Call,
  message: Text,
  data: IdempotentAnswer['data'],
): IdempotentAnswer | undefined =>
  call.once && {
    key: call.once.key,
    request: call.once.request,
    message: messageInCallersLanguage(message, call),
    data,
  };
