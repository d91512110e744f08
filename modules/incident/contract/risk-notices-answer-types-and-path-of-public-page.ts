import type { PublicPage } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';

/** Open page with the risk notices in force and emergency numbers. */
export const publicRiskNoticesPage = {
  name: 'incident/safety',
  path: '/safety',
  title: text('安全提示', 'Safety notices'),
  listed: true,
  light: true,
} as const satisfies PublicPage;

/** A notice as `GET /api/incident.safety/notices` answers it: those in force now, the gravest first. */
export interface RiskNoticeInForce {
  readonly id: number;
  readonly level: 'red' | 'orange' | 'yellow' | 'blue';
  readonly kind: string;
  readonly title: string;
  readonly title_en: string;
  readonly content: string;
  readonly content_en: string;
  readonly area: string;
  readonly area_en: string;
  /** Unix seconds. */
  readonly valid_from: number;
  readonly valid_to: number;
}

export interface RiskNoticesInForce {
  readonly notices: readonly RiskNoticeInForce[];
  /** Phone of the duty room; empty if none is set. */
  readonly hotline: string;
}
