import { approvals } from './approvals.ts';
import { changeRequests } from './change-requests.ts';
import { childLists } from './child-lists.ts';
import { clocks } from './clocks.ts';
import { corrections } from './corrections.ts';
import { englishTexts } from './english-texts.ts';
import { files } from './files.ts';
import { guards } from './guards.ts';
import { lifecycle } from './lifecycle.ts';
import { ownership } from './owner-of-new-row.ts';
import type { WriteFeature } from './phases.ts';
import { platformValues } from './platform-values.ts';
import { separation } from './separation.ts';
import { validity } from './validity.ts';

/**
 * The features that take part in writes. Each phase calls them in this order: it is the order of refusals, and later
 * columns replace earlier ones.
 */
export const writeFeatures: readonly WriteFeature[] = [
  separation,
  guards,
  childLists,
  approvals,
  ownership,
  changeRequests,
  corrections,
  lifecycle,
  platformValues,
  englishTexts,
  clocks,
  validity,
  files,
];
