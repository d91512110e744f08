import { onConnectivityChange } from '#web/http/use-is-offline.ts';
import type { SignInArea } from '#web/session/admin-or-member-area.ts';
import { readForOffline, storeForOffline } from '#web/session/offline-account-storage.ts';
import { type AdminBoot, type MemberBoot, useAdminSession, useMemberSession } from '#web/session/session.ts';

const name = 'boot';
const sessionOf = { admin: useAdminSession, member: useMemberSession } as const;

/** Stores the boot answer of this area, so that it can start without a network. */
export function storeBootAnswerForOffline(area: SignInArea): void {
  const { info, boot } = sessionOf[area].getState();
  if (info && boot) storeForOffline(area, info.id, name, withoutTokens(boot));
}

/** Tokens are stored once, where signing out removes them. */
const withoutTokens = (boot: AdminBoot | MemberBoot) =>
  'userInfo' in boot ? { ...boot, userInfo: { ...boot.userInfo, token: '', refreshToken: '' } } : boot;

/**
 * Starts the area from the boot answer cached for this account and reloads it once the server is reachable again. False
 * without a cached answer.
 */
export async function startFromStoredBootAnswer(
  area: SignInArea,
  applyBoot: (boot: AdminBoot | MemberBoot) => Promise<void>,
  reload: (area: SignInArea) => Promise<void>,
): Promise<boolean> {
  const cached = readForOffline<AdminBoot | MemberBoot>(area, sessionOf[area].getState().info?.id ?? 0, name);
  if (!cached) return false;
  await applyBoot(cached.value);
  // Once the server is reachable again, reload what may have changed.
  const forget = onConnectivityChange((away) => {
    if (away) return;
    forget();
    void reload(area).catch(() => undefined);
  });
  return true;
}
