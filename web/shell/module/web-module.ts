import type { ComponentType } from 'react';
import type { CustomInput } from '#web/form/state/custom-input-registry.ts';
import type { LoadFormContradictionWarnings } from '#web/form/state/form-contradiction-warnings-registry.ts';
import type { HelpPage } from '#web/help/help-page-registry.ts';
import type { LoadInboxMessageAnswer } from '#web/record/inbox-message-answer-registry.ts';
import type { RecordPanel } from '#web/record/record-panel-registry.ts';
import type { SignInArea } from '#web/session/admin-or-member-area.ts';
import type { ModuleLens } from '#web/table/lens/module-lens-registry.ts';
import type { ModuleListLink } from '#web/table/screen/links-from-lists-to-module-screens-registry.ts';
import type { LoadTiles } from '#web/wall/tile/module-wall-tile-and-drawer-registry.ts';

/** Loads a hand-written screen, which is a chunk of its own. */
export type LoadScreen = () => Promise<{ default: ComponentType }>;

/**
 * The browser part of a module: only what its declarations do not describe. Everything here is a name, a text or a
 * loader: components are loaded when they are rendered.
 */
export interface WebModule {
  readonly name: string;
  /** Hand-written screens, by area and name of their rule. */
  readonly screens?: Readonly<Partial<Record<SignInArea, Readonly<Record<string, LoadScreen>>>>>;
  /** Panels of record pages, by resource. */
  readonly recordPanels?: Readonly<Record<string, readonly RecordPanel[]>>;
  /** Decisions that a message offers its readers in place, by the code of the message. */
  readonly noticeAnswers?: Readonly<Record<string, LoadInboxMessageAnswer>>;
  /** Additional views of lists, by resource. */
  readonly lenses?: Readonly<Record<string, readonly ModuleLens[]>>;
  /** Custom inputs for fields of forms, by resource. */
  readonly formInputs?: Readonly<Record<string, readonly CustomInput[]>>;
  /** Calls that report contradictions in a form while it is filled in, by resource. */
  readonly formWarnings?: Readonly<Record<string, LoadFormContradictionWarnings>>;
  /**
   * Screens that work without a network, by the name of their rule; the build lists their files
   * (scripts/vite/offline-file-lists.ts).
   */
  readonly offlineScreens?: readonly string[];
  /** Public calls whose answers these screens need. */
  readonly offlineAnswers?: readonly string[];
  /** Links from lists, with the rows they show. */
  readonly listLinks?: readonly ModuleListLink[];
  /** Hand-written help pages, by name of the screen. */
  readonly help?: Readonly<Record<string, HelpPage>>;
  /** Tiles for panels of the wall with their own feeds. */
  readonly tiles?: LoadTiles;
}

/** Merges the parts of several modules by name (a resource, a screen); lists are joined in the order of the modules. */
export function mergeWebModulesByName<T>(
  parts: readonly (Readonly<Record<string, readonly T[]>> | undefined)[],
): Readonly<Record<string, readonly T[]>> {
  const merged: Record<string, readonly T[]> = {};
  for (const part of parts)
    for (const [name, list] of Object.entries(part ?? {})) merged[name] = [...(merged[name] ?? []), ...list];
  return merged;
}
