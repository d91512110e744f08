import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Text } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';
import type { Engine } from '#server/engine/engine.ts';
import type { Refused } from '#server/refusal.ts';
import type { CallKey } from '#server/write/statement/keyed-answer.ts';
import type { OperationLine } from '#server/write/statement/operation-line.ts';

/** One of many rows of a call, with its entry in the operation log. */
export interface RefusedRow {
  readonly resource: string;
  readonly id: number;
  readonly line: OperationLine;
}

/** A call as an action receives it. */
export interface Call {
  readonly engine: Engine;
  readonly caller: Caller;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly method: string;
  /** Address parameters. */
  readonly query: Readonly<Record<string, unknown>>;
  /** The JSON body; empty for other bodies. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Both together, the body winning: many clients of the family send either. */
  readonly params: Readonly<Record<string, unknown>>;
  /** Path below the address, without query: what the operation log keeps. */
  readonly path: string;
  /** Tells the operation log that one of many rows was refused, where the call as a whole is answered. */
  noteRefused(refusal: Refused, row: RefusedRow): void;
  /** The key it came with, for actions that keep it themselves. */
  readonly once?: CallKey | undefined;
}

/**
 * Who may call an action. `none`: anybody (an invalid token is ignored); `login`: whoever is signed in to the area;
 * `rule`: holders of the permission node `<controller>/<action>`.
 */
export type Gate = 'none' | 'login' | 'rule';

export interface Action {
  readonly gate: Gate;
  /** Methods accepted; GET unless told. */
  readonly methods?: readonly ('GET' | 'POST' | 'DELETE')[];
  /** Of whoever has a second factor it was shown of late (auth/confirmation.ts). */
  readonly confirmed?: boolean;
  /** Node to hold instead of the action's own. */
  readonly node?: string;
  /** Name in the operation log; writes of the engine log themselves. */
  readonly title?: Text;
  /** Changes nothing, whatever its method: what is refused of it is no operation. */
  readonly preview?: boolean;
  /** Not written to the operation log. */
  readonly silent?: boolean;
  /** Open to whoever looks at the back office as a group sees it, though it is no GET. */
  readonly whileViewing?: boolean;
  /** Written to the operation log also when asked by GET: what leaves the platform is on record. */
  readonly logged?: boolean;
  /** Its answer holds tokens or personal data and is not kept for calls repeated with an idempotency key. */
  readonly secret?: boolean;
  /**
   * Keeps the key of a call that may be repeated itself, with what it stores, in its own statement or transaction
   * (`call.once`, idempotency.ts).
   */
  readonly keepsKey?: boolean;
  /** Calls a minute of one account, or of one address before there is an account, where the general limit is too generous. */
  readonly perMinute?: number;
  /**
   * Parameters that name whom a call is about before there is an account (a mobile, an account name). `perMinute` is then
   * for each of them from one address, which may be a school or a service hall and gets ten times that in all.
   */
  readonly perMinuteFor?: readonly string[];
  /**
   * Seconds a browser may keep its answer; no other answer is kept by anybody. The `time` of one that was kept is old:
   * only for what is large and changes with a release.
   */
  readonly answerLifetime?: number;
  /** Answers `data`; or an {@link import('./connection/envelope.ts').Answer} with a message; or undefined after taking over the reply. */
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
export const answered = Symbol('answered');

/** Finds actions by application, controller and action, case-insensitively. */
export class ControllerTable {
  readonly #actions = new Map<string, Action>();
  readonly #served: ServedAction[] = [];
  readonly #controllers = new Set<string>();

  /** `derived`: actions already there stay; what a module writes by hand stands before what follows from a declaration. */
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

  /** Every action, under the names it was given. */
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
