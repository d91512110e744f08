import type { Settings } from '#kernel/settings.ts';
import type { Authenticator } from '#server/auth/authenticate.ts';
import type { Engine } from '#server/engine.ts';
import type { Relay } from '#server/events/relay.ts';
import type { Controller } from '#server/http/controller.ts';
import type { CallDescriptions } from '#server/open-api/document.ts';
import type { AnyHooks } from '#server/write/hooks.ts';

/** What the composition root hands to the server parts of modules. */
export interface Platform {
  readonly engine: Engine;
  readonly authenticator: Authenticator;
  readonly relay: Relay;
}

/** A task of the job queue. */
export type Task = (engine: Engine, payload: Readonly<Record<string, unknown>>) => Promise<void>;

/** The server part of one area of the business: only what is special about it. */
export interface ServerModule {
  readonly name: string;
  /** By name of the resource. Of several modules with hooks on one, those listed first in `modules/server.ts` go first. */
  readonly hooks?: Readonly<Record<string, AnyHooks>>;
  /** Sections of settings it answers for. */
  readonly settings?: readonly Settings[];
  /** Own calls beside those derived from declarations. */
  controllers?(platform: Platform): readonly Controller[];
  /** What the API document says of them. */
  readonly calls?: CallDescriptions;
  /** Brings what the module needs into an empty or older database; runs at every start and changes nothing the second time. */
  prepare?(engine: Engine): Promise<void>;
  readonly tasks?: Readonly<Record<string, Task>>;
  /** Lines of the crontab: `0 3 * * * task`. */
  readonly crontab?: readonly string[];
}
