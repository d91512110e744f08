import { text } from '#kernel/text.ts';
import { confirm } from '#web/feedback/confirm.ts';
import { get, post } from '#web/http/client.ts';
import { dropAllKept, refreshKept } from '#web/http/kept-writes.ts';
import { keptWordVersion, learnWords } from '#web/http/words.ts';
import { speak } from '#web/i18n/locale.ts';
import type { Area } from '#web/session/area.ts';
import {
  type AdminBoot,
  forget,
  keepAdminBoot,
  keepMemberBoot,
  type MemberBoot,
  readTokens,
} from '#web/session/session.ts';

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

const words = {
  title: text('还有 {n} 项没有发送', '{n} not sent yet'),
  text: text('退出后这些修改将丢弃，不能找回。', 'They are lost with the session, and cannot be brought back.'),
  out: text('退出并丢弃', 'Sign out and lose them'),
};

const leavingWords = (n: number) => ({
  title: speak(words.title, { n }),
  text: speak(words.text),
  okText: speak(words.out),
});

/** Ends the session on the server, forgets it here and reloads (specification §4). */
export async function signOut(area: Area): Promise<void> {
  const kept = (await refreshKept()).length;
  if (kept > 0 && !(await confirm({ ...leavingWords(kept), tone: 'danger' }))) return;
  const { refreshToken } = readTokens(area);
  if (area === 'admin') await post('/admin/index/logout', { refresh_token: refreshToken }, { area: 'admin' });
  else await post('/api/user/logout', { refresh_token: refreshToken }, { area: 'api' });
  await dropAllKept();
  forget(area);
  window.location.reload();
}
