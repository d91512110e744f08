import { post } from '#web/http/client.ts';
import { queryClientOf } from '#web/http/react-query-client-by-sign-in-area.ts';
import { removeKeys } from '#web/session/json-storage-with-memory-fallback.ts';

export type CacheType = 'tp' | 'storage' | 'all';

/**
 * Keys that clearing the cache keeps: the session, the language and the id of the browser, so that the user stays
 * signed in and the browser known.
 */
const preserved = ['adminInfo', 'userInfo', 'lang', 'xj-browser'];

function clearBrowser(): void {
  removeKeys(localStorage, (key) => !preserved.includes(key));
  removeKeys(sessionStorage, () => true);
  queryClientOf().clear();
}

/** `tp` clears the server's cache, `storage` the browser's, `all` both; then the page is reloaded. */
export async function clearServerOrBrowserCache(type: CacheType): Promise<void> {
  if (type !== 'storage') await post('/admin/ajax/clearCache', { type }, { successMessage: true, loading: true });
  if (type !== 'tp') clearBrowser();
  window.location.reload();
}
