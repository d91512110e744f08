import type { ComponentType } from 'react';
import type { RecordPanel } from '#web/record/record-panels.ts';
import { enterprisePanels } from './enterprise/web/record-panels.ts';

/** Screens written by hand, by the name of their rule; each is a chunk of its own. */
export const screens: Readonly<Record<string, () => Promise<{ default: ComponentType }>>> = {
  largedatascreen: () => import('./screen/web/wall-screen.tsx'),
  'auth/lock': () => import('./identity/web/lock-screen.tsx'),
  'message/sink': () => import('./message/web/sink-screen.tsx'),
  'system/setting': () => import('./system/web/settings.tsx'),
  openapi: () => import('./system/web/open-api.tsx'),
  'system/schedule': () => import('./system/web/schedule-screen.tsx'),
  'enterprise/mine': () => import('./enterprise/web/member-enterprise.tsx'),
};

/** What modules add to the page of a record, by resource. */
export const recordPanels: Readonly<Record<string, readonly RecordPanel[]>> = {
  'enterprise/enterprise': enterprisePanels,
};
