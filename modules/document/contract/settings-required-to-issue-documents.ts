import type { Fields } from '#kernel/declaration/field.ts';
import type { SettingsSection, SettingValues } from '#kernel/settings/declare-settings-section.ts';
import type { Text } from '#kernel/text/text.ts';
import { siteSettings } from '#modules/system/contract/site-settings.ts';
import { documentIssuingSettings } from './document-issuing-settings.ts';

/** Reads the current values of a settings section. */
type ReadSettings = <F extends Fields>(section: SettingsSection<F>) => SettingValues<F>;

/** A missing setting, and its section of 系统设置. */
export interface MissingSetting {
  readonly section: string;
  readonly label: Text;
}

/** The public address of the platform, without a trailing slash; empty if none is set. */
export const platformPublicAddress = (settings: ReadSettings): string =>
  (settings(documentIssuingSettings).check_address ?? settings(siteSettings).address ?? '').replace(/\/+$/, '');

/** The public address, or the one a request came to while none is set: an address without a host leads nowhere. */
export const publicAddressOrHost = (
  settings: ReadSettings,
  { protocol, host }: { readonly protocol: string; readonly host: string },
): string => platformPublicAddress(settings) || `${protocol}://${host}`;

/**
 * The settings that are still missing and without which no document can be issued: the authority's name on its head and
 * seal, and the public address that the QR code leads to.
 */
export function missingSettingsToIssueDocuments(settings: ReadSettings): readonly MissingSetting[] {
  return [
    ...(settings(siteSettings).authority
      ? []
      : [{ section: siteSettings.name, label: siteSettings.fields.authority.label }]),
    ...(platformPublicAddress(settings)
      ? []
      : [{ section: documentIssuingSettings.name, label: documentIssuingSettings.fields.check_address.label }]),
  ];
}
