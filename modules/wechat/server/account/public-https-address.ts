import { platformPublicAddress } from '#modules/document/contract/settings-required-to-issue-documents.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';

/** The public address of the platform, which followers open in WeChat; empty if none is set, or one without TLS. */
export function publicHttpsAddress(settings: Engine['settings']): string {
  const address = platformPublicAddress(settings);
  return address.startsWith('https://') ? address : '';
}
