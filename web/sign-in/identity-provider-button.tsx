import { text } from '#kernel/text/text.ts';
import { usePublicSiteInfo } from '#web/boot/use-public-site-info.ts';
import { post } from '#web/http/client.ts';
import { currentLocale, useText } from '#web/i18n/locale.ts';
import { writeJson } from '#web/session/json-storage-with-memory-fallback.ts';

const texts = {
  by: text('使用{name}登录', 'Sign in with {name}'),
};
/** Key of the secret that binds a sign-in at the provider to this browser. */
export const identityProviderBindingStorageKey = 'oidcBinder';

/** Redirects to the identity provider, which returns to `/admin/login`. */
export async function goToIdentityProvider(body: object): Promise<void> {
  const { url, binder } = await post<{ url: string; binder: string }>('/admin/oidc/start', body, {
    quiet: true,
    area: 'admin',
  });
  writeJson(sessionStorage, identityProviderBindingStorageKey, binder);
  window.location.assign(url);
}

/** Button for sign-in at the identity provider, next to the password. */
export default function IdentityProviderButton({
  staySignedIn,
  onProblem,
}: {
  staySignedIn: boolean;
  onProblem(message: string): void;
}) {
  const t = useText();
  const set = usePublicSiteInfo()?.settings?.['auth/oidc'];
  const name = String((currentLocale() === 'en' ? set?.name_en : set?.name) ?? '');
  return (
    <button
      type="button"
      className="xj-button"
      onClick={() =>
        void goToIdentityProvider({ keep: staySignedIn }).catch((error: unknown) =>
          onProblem(error instanceof Error ? error.message : String(error)),
        )
      }
    >
      {t(texts.by, { name })}
    </button>
  );
}
