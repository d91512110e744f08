import { create } from 'zustand';
import type { Fields } from '#kernel/declaration/field.ts';
import type { Settings, SettingValues } from '#kernel/settings/settings.ts';
import { type PublicSettings, useAdminSession, useMemberSession } from './session.ts';

const useStore = create<{ open: PublicSettings | null }>(() => ({ open: null }));

/** Keeps what a page is told before anybody has signed in. */
export const storePublicSettings = (open: PublicSettings): void => useStore.setState({ open });

/** A public setting as it is told now, outside of what is drawn. */
export const readPublicSetting = (section: string, name: string): unknown =>
  (useAdminSession.getState().boot?.settings ??
    useMemberSession.getState().boot?.settings ??
    useStore.getState().open)?.[section]?.[name];

/** What is set and public of a section, as whoever looks was told it: an officer, a member, or nobody in particular. */
export function usePublicSettings<F extends Fields>({
  name,
}: Pick<Settings<F>, 'name'> & { readonly fields: F }): Partial<SettingValues<F>> | undefined {
  const officer = useAdminSession((state) => state.boot?.settings);
  const member = useMemberSession((state) => state.boot?.settings);
  const open = useStore((state) => state.open);
  // declared values in wire form, as the server told them
  return (officer ?? member ?? open)?.[name] as Partial<SettingValues<F>> | undefined;
}
