import { useEffect } from 'react';
import { create } from 'zustand';
import { get } from '#web/http/client.ts';
import { storePublicSettings } from '#web/session/public-settings.ts';
import { type PublicSettings, readTokens, type SiteConfig, useAdminSession } from '#web/session/session.ts';

interface PublicSiteInfo extends Pick<SiteConfig, 'siteName' | 'recordNumber' | 'version'> {
  /** Whether public forms show a captcha. */
  captcha?: boolean;
  /** Public settings, by section. */
  settings?: PublicSettings;
}

const useStore = create<{ site: PublicSiteInfo | null }>(() => ({ site: null }));

let requested = false;

/** Name and record number of the site: from the boot answer once there is one, else from a public call. */
export function usePublicSiteInfo(): PublicSiteInfo | null {
  const open = useStore((state) => state.site);
  const inside = useAdminSession((state) => state.boot?.siteConfig);
  useEffect(() => {
    // Signed-in users get it with the boot answer.
    if (inside || requested || readTokens('admin').token) return;
    requested = true;
    get<{ site: PublicSiteInfo; captcha?: boolean; settings?: PublicSettings }>(
      '/api/index/index',
      {},
      { quiet: true, duplicate: 'allow' },
    )
      .then(({ site, captcha, settings }) => {
        if (settings) storePublicSettings(settings);
        useStore.setState({
          site: { ...site, ...(captcha === undefined ? {} : { captcha }), ...(settings ? { settings } : {}) },
        });
      })
      .catch(() => {
        // Without it the page still works; the next page asks again.
        requested = false;
      });
  }, [inside]);
  return inside ?? open;
}
