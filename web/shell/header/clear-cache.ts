import { post } from '#web/http/client.ts';
import { queryClientOf } from '#web/http/query.ts';
import { removeKeys } from '#web/session/storage.ts';

export type CacheType = 'tp' | 'storage' | 'all';

/** Keys that hold who is signed in, and by what the browser is known: clearing what it keeps must not sign out, nor make it a stranger. */
const preserved = ['adminInfo', 'userInfo', 'lang', 'xj-browser'];

function clearBrowser(): void {
  removeKeys(localStorage, (key) => !preserved.includes(key));
  removeKeys(sessionStorage, () => true);
  queryClientOf().clear();
}

/** `tp` the server's, `storage` the browser's, `all` both; then the page is loaded anew. */
export async function clearCache(type: CacheType): Promise<void> {
  if (type !== 'storage') await post('/admin/ajax/clearCache', { type }, { successMessage: true, loading: true });
  if (type !== 'tp') clearBrowser();
  window.location.reload();
}
