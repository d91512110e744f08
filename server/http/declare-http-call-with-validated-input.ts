import type { Fields, FieldValues } from '#kernel/declaration/field.ts';
import { field } from '#kernel/field/field.ts';
import type { Locale, Text } from '#kernel/text/text.ts';
import { invalid } from '#server/refusal.ts';
import { checkFields } from '#server/write/field/validate-input-by-field-declarations.ts';
import type { Answer, JsonText } from './connection/encode-response-envelope.ts';
import type { Action, Call, Controller, Gate, responseSent } from './controller.ts';
import type { CallDescription, JsonSchema } from './json-schema-and-call-description-types.ts';

/** How often one account, or one address for guests, may make a call. */
export interface CallLimit {
  readonly perMinute: number;
  /** Parameters that identify the person a guest's call is about; see `Action.perMinuteFor`. */
  readonly per?: readonly string[];
}

/** Options of an action that mean the same in a declared call. */
type ActionOptions = Pick<
  Action,
  | 'confirmed'
  | 'node'
  | 'title'
  | 'preview'
  | 'silent'
  | 'whileViewing'
  | 'logged'
  | 'secret'
  | 'keepsKey'
  | 'answerLifetime'
>;

/**
 * What an action may return: `data`, `data` with a message, JSON text from the database, or `responseSent` if it has
 * sent the response itself.
 */
type Result<A> = A | Answer<A> | JsonText | typeof responseSent;

/** A call as `run` receives it: with its checked input. An optional field that was not sent is null. */
export type CallWithValidatedInput<F extends Fields> = Call & { readonly input: FieldValues<F> };

export interface CallDeclaration<F extends Fields, A> extends ActionOptions, Pick<CallDescription, 'upload' | 'raw'> {
  readonly gate: Gate;
  /** Accepted methods. Default: GET. */
  readonly methods?: Action['methods'];
  /** What the call does, in one line for the API document. */
  readonly summary: CallDescription['summary'];
  readonly description?: CallDescription['description'];
  readonly limit?: CallLimit;
  /**
   * The parameters of the URL or keys of the body. Clients may send either, and the body takes precedence. They are
   * checked before `run`; other parameters are ignored.
   */
  readonly input?: F;
  /** Accepts input only in the body: URLs with a secret would remain in histories and in logs of proxies. */
  readonly inputFrom?: 'body';
  /**
   * Further parameters, only for the API document: lists and objects, and values that are limited instead of refused.
   * `run` checks them itself.
   */
  readonly checkedInRun?: Fields;
  /** Schema of `data`. What `run` returns must fit it. */
  readonly answer?: JsonSchema<A>;
  run(call: CallWithValidatedInput<F>): Promise<Result<A>> | Result<A>;
}

/**
 * Declares a call that does not follow from a resource. Gate, limit, input and response are declared once; checks,
 * messages at fields, the entry in the API document and the types of `run` follow from them.
 *
 * Invalid input is refused with `data.reason: 'invalid'` and a message for each field in `data.errors`.
 */
export function call<const F extends Fields = Readonly<Record<never, never>>, A = null>(
  options: CallDeclaration<F, A>,
): Action {
  const { summary, description, limit, input, inputFrom, checkedInRun, answer, upload, raw, run, ...action } = options;
  const accepted = (input ?? checkedInRun) && { ...input, ...checkedInRun };
  const described: CallDescription = {
    summary,
    ...(description && { description }),
    ...(accepted && inputFrom !== 'body' && { query: accepted }),
    // a form with a file, or data pushed by others, has no JSON body
    ...(accepted && !raw && !upload && { body: accepted }),
    ...(upload && { upload }),
    ...(answer && { data: answer }),
    ...(raw && { raw }),
  };
  return {
    ...action,
    ...(limit && { perMinute: limit.perMinute }),
    ...(limit?.per && { perMinuteFor: limit.per }),
    described,
    handle(made) {
      const sent = inputFrom === 'body' ? made.body : made.params;
      return run({ ...made, input: readInput(input, sent, made.caller.locale) as FieldValues<F> });
    },
  };
}

/** Input that names a row by its key. */
export const rowKeyInput = (label: Text) =>
  field.integer(label, { required: true, min: 1, max: Number.MAX_SAFE_INTEGER });

/**
 * Joins a GET and a POST under one name that are different calls. Everything except input and response is that of the
 * POST.
 */
export const callByMethod = (get: Action, post: Action): Action => ({
  ...post,
  methods: ['GET', 'POST'],
  described: { get: get.described as CallDescription, post: post.described as CallDescription },
  handle: (made) => (made.method === 'GET' ? get : post).handle(made),
});

/** The same calls for officers, who need the permission node, and for signed-in members, who reach only their own rows. */
export const callsForOfficersAndMembers = (
  name: string,
  node: string,
  actions: Readonly<Record<string, Action>>,
): Controller[] => [
  {
    app: 'admin',
    name,
    actions: Object.fromEntries(
      Object.entries(actions).map(([action, one]): [string, Action] => [action, { ...one, gate: 'rule', node }]),
    ),
  },
  { app: 'api', name, actions },
];

/** Checks the parameters of a call. Every field is present in the result, null where nothing was sent. */
function readInput(
  fields: Fields | undefined,
  params: Readonly<Record<string, unknown>>,
  locale: Locale,
): Readonly<Record<string, unknown>> {
  if (!fields) return {};
  const { values, errors } = checkFields(fields, params, locale);
  if (Object.keys(errors).length > 0) throw invalid(errors, fields);
  for (const name of Object.keys(fields)) values[name] ??= null;
  return values;
}
