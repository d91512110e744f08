import { onReach } from '#web/http/use-away.ts';
import type { Area } from '#web/session/area.ts';
import { readOwn, storeOwn } from '#web/session/own-storage.ts';
import { type AdminBoot, type MemberBoot, useAdminSession, useMemberSession } from '#web/session/session.ts';

const name = 'boot';
const sessionOf = { admin: useAdminSession, member: useMemberSession } as const;

/** Keeps what this area was started with, so that it starts without a network too. */
export function cacheBoot(area: Area): void {
  const { info, boot } = sessionOf[area].getState();
  if (info && boot) storeOwn(area, info.id, name, withoutTokens(boot));
}

/** Tokens stand where they are taken from when somebody signs out, and nowhere else. */
const withoutTokens = (boot: AdminBoot | MemberBoot) =>
  'userInfo' in boot ? { ...boot, userInfo: { ...boot.userInfo, token: '', refreshToken: '' } } : boot;

/** Starts with what was kept for this account, and asks again once somebody answers; false where there is nothing. */
export async function startFromCachedBoot(
  area: Area,
  learn: (boot: AdminBoot | MemberBoot) => Promise<void>,
  reload: (area: Area) => Promise<void>,
): Promise<boolean> {
  const cached = readOwn<AdminBoot | MemberBoot>(area, sessionOf[area].getState().info?.id ?? 0, name);
  if (!cached) return false;
  await learn(cached.value);
  // as soon as somebody answers again, what may have changed since is read
  const forget = onReach((away) => {
    if (away) return;
    forget();
    void reload(area).catch(() => undefined);
  });
  return true;
}
