import type { EnterpriseType } from '#modules/enterprise/contract/enterprise-options.ts';
import type { EnterpriseGenerationParameters } from './enterprise-generation-parameters.ts';
import { generationParametersOfCultureEnterprises } from './generation-parameters-of-culture-enterprises.ts';
import { generationParametersOfTourismEnterprises } from './generation-parameters-of-tourism-enterprises.ts';

/** The profile of every type, in drawing order. */
export const enterpriseGenerationParametersByType: Readonly<Record<EnterpriseType, EnterpriseGenerationParameters>> = {
  ...generationParametersOfTourismEnterprises,
  ...generationParametersOfCultureEnterprises,
};
