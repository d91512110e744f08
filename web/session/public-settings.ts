import { create } from 'zustand';
import type { Fields } from '#kernel/declaration/field.ts';
import type { SettingsSection, SettingValues } from '#kernel/settings/declare-settings-section.ts';
import { type PublicSettings, useAdminSession, useMemberSession } from './session.ts';

const useStore = create<{ open: PublicSettings | null }>(() => ({ open: null }));

/** Stores the settings a page receives before sign-in. */
export const storePublicSettings = (open: PublicSettings): void => useStore.setState({ open });

/** A public setting outside components. */
export const readPublicSetting = (section: string, name: string): unknown =>
  (useAdminSession.getState().boot?.settings ??
    useMemberSession.getState().boot?.settings ??
    useStore.getState().open)?.[section]?.[name];

/** The public settings of a section as the present user (officer, member or visitor) receives them. */
export function usePublicSettings<F extends Fields>({
  name,
}: Pick<SettingsSection<F>, 'name'> & { readonly fields: F }): Partial<SettingValues<F>> | undefined {
  const officer = useAdminSession((state) => state.boot?.settings);
  const member = useMemberSession((state) => state.boot?.settings);
  const open = useStore((state) => state.open);
  // Declared values in wire form, as the server sent them.
  return (officer ?? member ?? open)?.[name] as Partial<SettingValues<F>> | undefined;
}
