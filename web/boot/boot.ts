import { get } from '#web/http/client.ts';
import { keptWordVersion, learnWords } from '#web/http/words.ts';
import type { Area } from '#web/session/area.ts';
import { type AdminBoot, keepAdminBoot, keepMemberBoot, type MemberBoot } from '#web/session/session.ts';

const loading: Partial<Record<Area, Promise<void>>> = {};

/** Loads who this is, the menu and the site; asked twice it is loaded once. */
export function loadBoot(area: Area): Promise<void> {
  loading[area] ??= load(area).finally(() => {
    delete loading[area];
  });
  return loading[area];
}

async function load(area: Area): Promise<void> {
  const options = { quiet: true, duplicate: 'allow' } as const;
  const has = { words: keptWordVersion(), preferences: 1 };
  if (area === 'admin') {
    const boot = await get<AdminBoot>('/admin/index/index', has, { ...options, area: 'admin' });
    await learnWords(boot.words, boot.spoken);
    keepAdminBoot(boot);
  } else {
    const boot = await get<MemberBoot>('/api/user/index', has, { ...options, area: 'api' });
    await learnWords(boot.words, boot.spoken);
    keepMemberBoot(boot);
  }
}
