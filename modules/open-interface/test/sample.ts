import { scopes } from '../contract/application-scopes-mask-levels-and-signature-algorithms.ts';

/** Sample values for fields checked against each other: access ends in the future, and webhooks get what may be read. */
export const openInterfaceSamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'api/application': { expire_on: '2099-12-31', ip_allow: '10.0.0.0/8', scopes: Object.keys(scopes) },
};
