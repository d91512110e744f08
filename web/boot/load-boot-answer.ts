import { get } from '#web/http/client.ts';
import { isUnreachable } from '#web/http/error-of-http-call.ts';
import { loadOptionLists, optionListVersion } from '#web/http/load-option-lists.ts';
import { currentLocale } from '#web/i18n/locale.ts';
import type { SignInArea } from '#web/session/admin-or-member-area.ts';
import { accountDataKeyPrefix } from '#web/session/forget-stored-data-of-accounts.ts';
import { type AdminBoot, type MemberBoot, storeAdminBoot, storeMemberBoot } from '#web/session/session.ts';

const loading: Partial<Record<SignInArea, Promise<void>>> = {};

/** Loads the boot answer of an area (who is signed in, menu, site). Concurrent calls share one request. */
export function loadBootAnswer(area: SignInArea): Promise<void> {
  loading[area] ??= load(area).finally(() => {
    delete loading[area];
  });
  return loading[area];
}

async function load(area: SignInArea): Promise<void> {
  try {
    const [boot] = await Promise.all([fetchBoot(area), loadNames()]);
    await applyBoot(boot);
  } catch (error) {
    // When the server is unreachable, an area whose boot answer is cached starts from the cache.
    const hasCached = isUnreachable(error) && `${accountDataKeyPrefix(area)}boot` in localStorage;
    if (
      !(
        hasCached &&
        (await (
          await import('./start-from-stored-boot-answer.ts')
        ).startFromStoredBootAnswer(area, applyBoot, loadBootAnswer))
      )
    )
      throw error;
  }
}

function fetchBoot(area: SignInArea): Promise<AdminBoot | MemberBoot> {
  const options = { quiet: true, duplicate: 'allow' } as const;
  const has = { words: optionListVersion(), preferences: 1, calendar: 1 };
  return area === 'admin'
    ? get<AdminBoot>('/admin/index/index', has, { ...options, area: 'admin' })
    : get<MemberBoot>('/api/user/index', has, { ...options, area: 'api' });
}

async function applyBoot(boot: AdminBoot | MemberBoot): Promise<void> {
  await loadOptionLists(boot.words, boot.spoken);
  if ('adminInfo' in boot) storeAdminBoot(boot);
  else storeMemberBoot(boot);
}

/** Pages in Chinese need no English names. */
const loadNames = async () =>
  currentLocale() === 'en'
    ? import('./load-english-division-names.ts')
        .then(({ loadEnglishDivisionNames: loadPlaceNames }) => loadPlaceNames())
        .catch(() => undefined)
    : undefined;
