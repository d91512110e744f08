import { get } from '#web/http/client.ts';
import { onReach } from '#web/http/reach.ts';
import { isUnreachable } from '#web/http/wire-error.ts';
import { keptWordVersion, learnWords } from '#web/http/words.ts';
import type { Area } from '#web/session/area.ts';
import { keepOwn, readOwn } from '#web/session/own-storage.ts';
import {
  type AdminBoot,
  keepAdminBoot,
  keepMemberBoot,
  type MemberBoot,
  useAdminSession,
  useMemberSession,
} from '#web/session/session.ts';

const loading: Partial<Record<Area, Promise<void>>> = {};

/** Loads who this is, the menu and the site; asked twice it is loaded once. */
export function loadBoot(area: Area): Promise<void> {
  loading[area] ??= load(area).finally(() => {
    delete loading[area];
  });
  return loading[area];
}

const sessionOf = { admin: useAdminSession, member: useMemberSession } as const;
const name = 'boot';

/** Keeps what this area was started with, so that it starts without a network too; a later start renews it. */
export function keepBoot(area: Area): void {
  const { info, boot } = sessionOf[area].getState();
  if (info && boot) keepOwn(area, info.id, name, withoutTokens(boot));
}

/** Tokens stand where they are taken from when somebody signs out, and nowhere else. */
const withoutTokens = (boot: AdminBoot | MemberBoot) =>
  'userInfo' in boot ? { ...boot, userInfo: { ...boot.userInfo, token: '', refreshToken: '' } } : boot;

async function load(area: Area): Promise<void> {
  const account = sessionOf[area].getState().info?.id ?? 0;
  const kept = readOwn<AdminBoot | MemberBoot>(area, account, name);
  try {
    await learn(await ask(area));
    if (kept) keepBoot(area);
  } catch (error) {
    if (!kept || !isUnreachable(error)) throw error;
    await learn(kept.value);
    // as soon as somebody answers again, what may have changed since is read
    const forget = onReach((away) => {
      if (away) return;
      forget();
      void loadBoot(area).catch(() => undefined);
    });
  }
}

function ask(area: Area): Promise<AdminBoot | MemberBoot> {
  const options = { quiet: true, duplicate: 'allow' } as const;
  const has = { words: keptWordVersion(), preferences: 1 };
  return area === 'admin'
    ? get<AdminBoot>('/admin/index/index', has, { ...options, area: 'admin' })
    : get<MemberBoot>('/api/user/index', has, { ...options, area: 'api' });
}

async function learn(boot: AdminBoot | MemberBoot): Promise<void> {
  await learnWords(boot.words, boot.spoken);
  if ('adminInfo' in boot) keepAdminBoot(boot);
  else keepMemberBoot(boot);
}
