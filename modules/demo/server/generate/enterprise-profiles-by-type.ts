import type { EnterpriseType } from '#modules/enterprise/contract/enterprise-options.ts';
import { cultureProfiles } from './culture-profiles.ts';
import type { EnterpriseProfile } from './enterprise-profile.ts';
import { travelProfiles } from './travel-profiles.ts';

/** The profile of every type, in drawing order. */
export const enterpriseProfilesByType: Readonly<Record<EnterpriseType, EnterpriseProfile>> = {
  ...travelProfiles,
  ...cultureProfiles,
};
