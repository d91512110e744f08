import type { Fields, FieldValues } from '#kernel/declaration/field.ts';
import { field } from '#kernel/field/field.ts';
import type { Locale, Text } from '#kernel/text/text.ts';
import { invalid } from '#server/refusal.ts';
import { checkFields } from '#server/write/field/validate-fields.ts';
import type { CallDescription, JsonSchema } from './call-description.ts';
import type { Answer, JsonText } from './connection/envelope.ts';
import type { Action, Call, Controller, Gate, responseSent } from './controller.ts';

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

/** What an action may return: `data`, the same with a message, JSON of the database, or that it has answered itself. */
type Result<A> = A | Answer<A> | JsonText | typeof responseSent;

/** A call as `run` receives it: with its checked input. An optional field that was not sent is null. */
export type CallWith<F extends Fields> = Call & { readonly input: FieldValues<F> };

export interface CallOptions<F extends Fields, A> extends ActionOptions, Pick<CallDescription, 'upload' | 'raw'> {
  readonly gate: Gate;
  /** Accepted methods. Default: GET. */
  readonly methods?: Action['methods'];
  /** One line in the API document; what the call does. */
  readonly summary: CallDescription['summary'];
  readonly description?: CallDescription['description'];
  readonly limit?: CallLimit;
  /**
   * Parameters of the URL or keys of the body: clients of the family send either, and the body takes precedence. Checked
   * before `run`; other parameters are ignored.
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
  run(call: CallWith<F>): Promise<Result<A>> | Result<A>;
}

/**
 * A call that no resource has: its gate, limit, input and answer are declared once, and checks, field errors, the entry in
 * the API document and the types of `run` follow.
 *
 * Refuses invalid input with `data.reason: 'invalid'` and a message per field in `data.errors`.
 */
export function call<const F extends Fields = Readonly<Record<never, never>>, A = null>(
  options: CallOptions<F, A>,
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
export const rowKey = (label: Text) => field.integer(label, { required: true, min: 1, max: Number.MAX_SAFE_INTEGER });

/** One action whose GET and POST are different calls. Everything but input and answer is that of the POST. */
export const callByMethod = (get: Action, post: Action): Action => ({
  ...post,
  methods: ['GET', 'POST'],
  described: { get: get.described as CallDescription, post: post.described as CallDescription },
  handle: (made) => (made.method === 'GET' ? get : post).handle(made),
});

/** The same calls for officers, who need the permission node, and for signed-in members, who reach only their own rows. */
export const callsOfBothAreas = (
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
