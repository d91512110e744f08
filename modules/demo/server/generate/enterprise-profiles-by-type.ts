import type { EnterpriseType } from '#modules/enterprise/contract/enterprise-options.ts';
import { cultureEnterpriseProfiles } from './culture-enterprise-profiles.ts';
import type { EnterpriseProfile } from './enterprise-profile.ts';
import { tourismEnterpriseProfiles } from './tourism-enterprise-profiles.ts';

/** The profile of every type, in drawing order. */
export const enterpriseProfilesByType: Readonly<Record<EnterpriseType, EnterpriseProfile>> = {
  ...tourismEnterpriseProfiles,
  ...cultureEnterpriseProfiles,
};
