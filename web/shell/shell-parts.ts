import type { ComponentType } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { PublicPage } from '#kernel/module/module.ts';
import type { AnyTimeSeries } from '#kernel/module/time-series.ts';
import type { OwnInput } from '#web/form/own-input.ts';
import type { HelpPage } from '#web/help/help-pages.ts';
import type { LoadNoticeAnswer } from '#web/record/notice-answers.ts';
import type { RecordPanel } from '#web/record/record-panels.ts';
import type { Area } from '#web/session/area.ts';
import { listPages } from '#web/sign-in/open-pages.ts';
import type { ListLink } from '#web/table/list-links.ts';
import type { OwnLens } from '#web/table/own-lens.ts';

export interface ProfileSheetProps {
  /** Whose account: an officer's or a member's. */
  area: Area;
  onClose(): void;
}

export type LoadScreen = () => Promise<{ default: ComponentType }>;

/** Screens written by hand, by whose they are and the name of their rule. */
export type Screens = Readonly<Record<Area, Readonly<Record<string, LoadScreen>>>>;

/** A page anybody may open, with what draws it. */
export interface OpenPage extends PublicPage {
  readonly load: LoadScreen;
}

/** What modules bring of their own, each loaded when it is drawn. */
export interface BroughtParts {
  /** Screens written by hand. */
  screens: Screens;
  /** Panels of the pages of records, by resource. */
  recordPanels: Readonly<Record<string, readonly RecordPanel[]>>;
  /** What messages let their readers answer, by the code of the message. */
  noticeAnswers: Readonly<Record<string, LoadNoticeAnswer>>;
  /** Ways of looking at lists, by resource. */
  lenses: Readonly<Record<string, readonly OwnLens[]>>;
  /** Inputs of forms, by resource. */
  formInputs: Readonly<Record<string, readonly OwnInput[]>>;
  /** Screens that open without a network, by the name of their rule. */
  offlineScreens: readonly string[];
  /** Public calls whose answers they are worked with there. */
  offlineAnswers: readonly string[];
  /** Where lists lead with the rows they show. */
  listLinks: readonly ListLink[];
}

/** What the composition root hands to the shell, which must not know the modules itself. */
export interface ShellParts {
  /** Every declared resource. */
  resources: () => Promise<readonly AnyResource[]>;
  /** What is measured of their rows. */
  series: () => Promise<readonly AnyTimeSeries[]>;
  /** What modules put into screens, records, lists and forms. */
  brought: () => Promise<BroughtParts>;
  /** Pages of help, by name of the screen. */
  help: () => Promise<Readonly<Record<string, HelpPage>>>;
  /** Own profile and password of whoever is signed in. */
  profile: () => Promise<{ default: ComponentType<ProfileSheetProps> }>;
  /** What super administrators find in the header beside everybody's tools. */
  superTools: () => Promise<{ default: ComponentType }>;
  /** Pages anybody may open. */
  pages: readonly OpenPage[];
}

let parts: ShellParts | undefined;

export function provideParts(given: ShellParts): void {
  parts = given;
  listPages(given.pages);
}

export function shellParts(): ShellParts {
  if (!parts) throw new Error('the composition root has not provided the parts of the shell');
  return parts;
}
