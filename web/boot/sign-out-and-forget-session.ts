import { text } from '#kernel/text/text.ts';
import { confirm } from '#web/feedback/confirmation-dialog.ts';
import { post } from '#web/http/client.ts';
import { dropAllQueuedWrites, refreshQueuedWrites } from '#web/http/offline/queue-send-and-discard-offline-writes.ts';
import { translate } from '#web/i18n/locale.ts';
import type { SignInArea } from '#web/session/admin-or-member-area.ts';
import { clearWindowData } from '#web/session/clear-window-data-when-account-changes.ts';
import { forgetSession, readTokens } from '#web/session/session.ts';

const texts = {
  title: text('还有 {n} 项没有发送', '{n} {n|item|items} not sent yet'),
  text: text('退出后这些修改将丢弃，不能找回。', 'These changes are discarded on sign-out and cannot be recovered.'),
  out: text('退出并丢弃', 'Sign out and discard'),
};

const leavingTexts = (n: number) => ({
  title: translate(texts.title, { n }),
  text: translate(texts.text),
  okText: translate(texts.out),
});

/** Ends the session on the server, forgets it in this browser and reloads the page (specification §4). */
export async function signOut(area: SignInArea): Promise<void> {
  const queued = (await refreshQueuedWrites()).length;
  if (queued > 0 && !(await confirm({ ...leavingTexts(queued), tone: 'danger' }))) return;
  const { refreshToken } = readTokens(area);
  if (area === 'admin') await post('/admin/index/logout', { refresh_token: refreshToken }, { area: 'admin' });
  else await post('/api/user/logout', { refresh_token: refreshToken }, { area: 'api' });
  await dropAllQueuedWrites();
  forgetSession(area);
  clearWindowData(area);
  window.location.reload();
}
