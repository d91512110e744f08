import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Text } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { Refused } from '#server/refusal.ts';
import type { OperationLogLine } from '#server/write/statement/operation-log-line.ts';
import type { CallIdempotencyKey } from '#server/write/statement/store-answer-under-idempotency-key.ts';
import type { CallDescription } from './json-schema-and-call-description-types.ts';

/** A row refused within a call for many rows, as the operation log records it. */
export interface RefusedRow {
  readonly resource: string;
  readonly id: number;
  readonly line: OperationLogLine;
}

/** A call as an action receives it. */
export interface Call {
  readonly engine: Engine;
  readonly caller: Caller;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly method: string;
  /** Parameters of the URL. */
  readonly query: Readonly<Record<string, unknown>>;
  /** The JSON body; empty for other bodies. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Query and body merged, because clients may send either. The body takes precedence. */
  readonly params: Readonly<Record<string, unknown>>;
  /** Path below the address, without query; stored in the operation log. */
  readonly path: string;
  /** Records in the operation log that one of many rows was refused although the call itself succeeds. */
  noteRefused(refusal: Refused, row: RefusedRow): void;
  /** The idempotency key of the call, for actions that store it themselves. */
  readonly once?: CallIdempotencyKey | undefined;
}

/**
 * Who may call an action. `none`: anybody (an invalid token is ignored); `login`: callers signed in to the area;
 * `rule`: holders of the permission node `<controller>/<action>`.
 */
export type Gate = 'none' | 'login' | 'rule';

export interface Action {
  readonly gate: Gate;
  /** Accepted methods. Default: GET. */
  readonly methods?: readonly ('GET' | 'POST' | 'DELETE')[];
  /** Requires that a caller with a second factor has presented it recently (auth/identity-confirmation-for-sensitive-actions.ts). */
  readonly confirmed?: boolean;
  /** Permission node required instead of the action's own. */
  readonly node?: string;
  /** Title in the operation log. Writes of the engine add their own entries. */
  readonly title?: Text;
  /** The action changes nothing, whatever its method. Its refusals are not logged as operations. */
  readonly preview?: boolean;
  /** Not written to the operation log. */
  readonly silent?: boolean;
  /** Allowed while a super administrator views the back office as a group, although it is no GET. */
  readonly whileViewing?: boolean;
  /**
   * The action is written to the operation log even if it is a GET, because data that leaves the platform is recorded.
   */
  readonly logged?: boolean;
  /**
   * The response contains tokens or personal data, and is therefore not stored for repeated calls with the same
   * idempotency key.
   */
  readonly secret?: boolean;
  /**
   * The action stores the idempotency key with its data, in its own statement or transaction (`call.once`,
   * run-call-idempotently.ts).
   */
  readonly keepsKey?: boolean;
  /** Calls per minute of one account, or of one address for guests, where the general limit is too generous. */
  readonly perMinute?: number;
  /**
   * Names of parameters that identify the person a guest's call is about (a mobile, an account name). `perMinute` then
   * applies to each of them per address; the address itself, which may be a school or a service hall, gets ten times
   * that in total.
   */
  readonly perMinuteFor?: readonly string[];
  /**
   * Seconds for which a browser may cache the answer; all other answers are not cached. A cached answer has an old
   * `time`, so this suits large answers that change with a release.
   */
  readonly answerLifetime?: number;
  /** For the API document. Of an action with two methods, those that differ are under their names. */
  readonly described?: CallDescription | Readonly<Record<'get' | 'post', CallDescription>>;
  /**
   * Returns `data`, an {@link import('./connection/encode-response-envelope.ts').Answer} with a message, or {@link responseSent} after
   * sending the response itself.
   */
  handle(call: Call): Promise<unknown> | unknown;
}

/** Actions under one dotted, case-insensitive controller name of an application. */
export interface Controller {
  readonly app: 'admin' | 'api';
  readonly name: string;
  readonly actions: Readonly<Record<string, Action>>;
}

/** An action with its route. */
export interface ServedAction {
  readonly app: 'admin' | 'api';
  readonly controller: string;
  readonly action: string;
  readonly serves: Action;
}

/** Returned by an action that has sent the response itself (a stream, a file). */
export const responseSent = Symbol('answered');

/** Finds actions by application, controller and action, case-insensitively. */
export class ControllerTable {
  readonly #actions = new Map<string, Action>();
  readonly #served: ServedAction[] = [];
  readonly #controllers = new Set<string>();

  /**
   * Adds a controller. With `derived`, actions already present are kept: those written by hand take precedence over
   * derived ones.
   */
  add(controller: Controller, derived = false): void {
    this.#controllers.add(`${controller.app}/${normal(controller.name)}`);
    for (const [name, action] of Object.entries(controller.actions)) {
      const key = `${controller.app}/${normal(controller.name)}/${name.toLowerCase()}`;
      if (this.#actions.has(key)) {
        if (derived) continue;
        throw new Error(`two actions at ${key}`);
      }
      this.#actions.set(key, action);
      this.#served.push({ app: controller.app, controller: controller.name, action: name, serves: action });
    }
  }

  /** All actions, under the names they were registered with. */
  get served(): readonly ServedAction[] {
    return this.#served;
  }

  find(app: string, controller: string, action: string): Action | undefined {
    return this.#actions.get(`${app}/${normal(controller)}/${action.toLowerCase()}`);
  }

  hasController(app: string, controller: string): boolean {
    return this.#controllers.has(`${app}/${normal(controller)}`);
  }
}

/** `auth.Admin`, `auth/admin` and `auth.admin` are one controller. */
const normal = (name: string) => name.toLowerCase().replaceAll('/', '.');
