import { text } from '#kernel/text/text.ts';
import { useSite } from '#web/boot/site.ts';
import { post } from '#web/http/client.ts';
import { currentLocale, useText } from '#web/i18n/locale.ts';
import { writeJson } from '#web/session/storage.ts';

const texts = {
  by: text('使用{name}登录', 'Sign in with {name}'),
};
/** Where this browser keeps what only it knows of a sign-in that went to the provider. */
export const binderKey = 'oidcBinder';

/** Leads to the identity provider; the page comes back to `/admin/login`. */
export async function goToProvider(body: object): Promise<void> {
  const { url, binder } = await post<{ url: string; binder: string }>('/admin/oidc/start', body, {
    quiet: true,
    area: 'admin',
  });
  writeJson(sessionStorage, binderKey, binder);
  window.location.assign(url);
}

/** The button beside the password of those who have a provider. */
export default function ProviderButton({
  staySignedIn,
  onProblem,
}: {
  staySignedIn: boolean;
  onProblem(message: string): void;
}) {
  const t = useText();
  const set = useSite()?.settings?.['auth/oidc'];
  const name = String((currentLocale() === 'en' ? set?.name_en : set?.name) ?? '');
  return (
    <button
      type="button"
      className="xj-button"
      onClick={() =>
        void goToProvider({ keep: staySignedIn }).catch((error: unknown) =>
          onProblem(error instanceof Error ? error.message : String(error)),
        )
      }
    >
      {t(texts.by, { name })}
    </button>
  );
}
