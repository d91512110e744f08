import { useEffect, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { type CachingState, cacheOfflineFilesAndAnnounceNewVersion } from '#web/http/offline/cache-offline-files.ts';
import type { OfflinePageSet } from '#web/http/offline/read-chunks-cached-offline.ts';
import { useText } from '#web/i18n/locale.ts';
import { currentArea } from '#web/session/admin-or-member-area.ts';
import { cacheOfflinePages } from './cache-offline-pages.ts';

const texts = {
  cached: text(
    '已保存到本机，没有网络也能打开本页。',
    'Saved on this device; this page can be opened without a network.',
  ),
  metered: text(
    '当前使用流量。保存约 0.5 MB 后，没有网络也能打开本页。',
    'You are using mobile data. After about 0.5 MB is saved, this page can be opened without a network.',
  ),
  cache: text('保存到本机', 'Save on this device'),
  failed: text(
    '尚未保存到本机，没有网络时打不开本页。',
    'Not saved on this device yet; this page cannot be opened without a network.',
  ),
  again: text('重试', 'Try again'),
};

/** Caches the page it is on for use without a network, and shows whether that worked. */
export function SavePageForOfflineNotice({ set }: { set: OfflinePageSet }) {
  const t = useText();
  const [state, setState] = useState<CachingState>();
  const cache = async (requested: boolean) => {
    setState(
      await (set === 'inside'
        ? cacheOfflinePages(currentArea(), requested)
        : cacheOfflineFilesAndAnnounceNewVersion(set, requested)),
    );
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each set of pages
  useEffect(() => {
    void cache(false);
  }, [set]);
  if (state === undefined || state === 'unable') return null;
  return (
    <p className="xj-keeps-offline" role="status">
      {t(texts[state])}{' '}
      {state !== 'cached' && (
        <button type="button" className="xj-button" onClick={() => void cache(true)}>
          {t(state === 'metered' ? texts.cache : texts.again)}
        </button>
      )}
    </p>
  );
}
