import type { Fields } from '#kernel/declaration/field.ts';
import type { Settings, SettingValues } from '#kernel/settings/settings.ts';
import type { Text } from '#kernel/text/text.ts';
import { siteSettings } from '#modules/system/contract/site-settings.ts';
import { documentSettings } from './settings.ts';

/** What is set now in a section. */
type ReadSettings = <F extends Fields>(section: Settings<F>) => SettingValues<F>;

/** A missing setting, and its section of 系统设置. */
export interface MissingSetting {
  readonly section: string;
  readonly label: Text;
}

/** The public address of the platform, without a slash at its end; empty where none is set. */
export const publicAddress = (settings: ReadSettings): string =>
  (settings(documentSettings).check_address ?? settings(siteSettings).address ?? '').replace(/\/+$/, '');

/**
 * The settings a document cannot be issued without, those that are still open: it is headed and sealed by an authority,
 * not by a program, and its code leads to where anybody can check it.
 */
export function missingForIssue(settings: ReadSettings): readonly MissingSetting[] {
  return [
    ...(settings(siteSettings).authority
      ? []
      : [{ section: siteSettings.name, label: siteSettings.fields.authority.label }]),
    ...(publicAddress(settings)
      ? []
      : [{ section: documentSettings.name, label: documentSettings.fields.check_address.label }]),
  ];
}
