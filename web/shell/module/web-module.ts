import type { ComponentType } from 'react';
import type { CustomInput } from '#web/form/state/custom-inputs.ts';
import type { FormWarnings } from '#web/form/state/form-warnings.ts';
import type { HelpPage } from '#web/help/help-pages.ts';
import type { LoadNoticeAnswer } from '#web/record/notice-answers.ts';
import type { RecordPanel } from '#web/record/record-panels.ts';
import type { Area } from '#web/session/area.ts';
import type { OwnLens } from '#web/table/lens/own-lens.ts';
import type { ListLink } from '#web/table/screen/list-links.ts';
import type { LoadTiles } from '#web/wall/tile/own-tiles.ts';

/** Loads a screen written by hand; it is a chunk of its own. */
export type LoadScreen = () => Promise<{ default: ComponentType }>;

/**
 * The browser part of one area of the business: only what is special about it. What the declarations say is drawn
 * without it. Everything here is a name, a text or a loader: the components come when they are drawn.
 */
export interface WebModule {
  readonly name: string;
  /** Screens written by hand, by whose they are and the name of their rule. */
  readonly screens?: Readonly<Partial<Record<Area, Readonly<Record<string, LoadScreen>>>>>;
  /** Panels of the pages of records, by resource. */
  readonly recordPanels?: Readonly<Record<string, readonly RecordPanel[]>>;
  /** What messages let their readers decide where they are read, by the code of the message. */
  readonly noticeAnswers?: Readonly<Record<string, LoadNoticeAnswer>>;
  /** Ways of looking at lists, by resource. */
  readonly lenses?: Readonly<Record<string, readonly OwnLens[]>>;
  /** Inputs of its own for fields of forms, by resource. */
  readonly formInputs?: Readonly<Record<string, readonly CustomInput[]>>;
  /** Calls that say what contradicts itself in a form while it is filled in, by resource. */
  readonly formWarnings?: Readonly<Record<string, FormWarnings>>;
  /** Screens that work without a network, by the name of their rule; the build names their files (scripts/vite/offline-file-lists.ts). */
  readonly offlineScreens?: readonly string[];
  /** Public calls whose answers these screens need there. */
  readonly offlineAnswers?: readonly string[];
  /** Links from lists, with the rows they show. */
  readonly listLinks?: readonly ListLink[];
  /** Pages of help written by hand, by name of the screen. */
  readonly help?: Readonly<Record<string, HelpPage>>;
  /** Draws the panels of the wall that have feeds of their own. */
  readonly tiles?: LoadTiles;
}

/** The parts of several modules by the same name (a resource, a screen): lists follow one another in the order of the modules. */
export function partsByName<T>(
  parts: readonly (Readonly<Record<string, readonly T[]>> | undefined)[],
): Readonly<Record<string, readonly T[]>> {
  const merged: Record<string, readonly T[]> = {};
  for (const part of parts)
    for (const [name, list] of Object.entries(part ?? {})) merged[name] = [...(merged[name] ?? []), ...list];
  return merged;
}
