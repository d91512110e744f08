import { type ReactNode, useEffect, useRef, useState } from 'react';
import { text } from '#kernel/text.ts';
import { useSite } from '#web/boot/site.ts';
import { post } from '#web/http/client.ts';
import { currentLocale, useText } from '#web/i18n/locale.ts';
import { readJson, removeKey, writeJson } from '#web/session/storage.ts';
import { type Owed, owedOf, type SignedIn } from './owed.ts';

const words = {
  by: text('使用{name}登录', 'Sign in with {name}'),
  coming: text('正在登录…', 'Signing you in…'),
};
const key = 'oidcBinder';

/** What only this browser knows of a sign-in that went to the provider. */
const takeBinder = (): string => {
  const kept = readJson<string>(sessionStorage, key) ?? '';
  removeKey(sessionStorage, key);
  return kept;
};

/** Leads to the identity provider; the page comes back to `/admin/login`. */
export async function goToProvider(body: object): Promise<void> {
  const { url, binder } = await post<{ url: string; binder: string }>('/admin/oidc/start', body, {
    quiet: true,
    area: 'admin',
  });
  writeJson(sessionStorage, key, binder);
  window.location.assign(url);
}

/** The button beside the password, where a provider is set up. */
export function ProviderButton({ keep, onProblem }: { keep: boolean; onProblem(message: string): void }) {
  const say = useText();
  const set = useSite()?.settings?.['auth/oidc'];
  if (set?.enabled !== '1') return null;
  const name = String((currentLocale() === 'en' ? set.name_en : set.name) ?? '');
  return (
    <button
      type="button"
      className="xj-button"
      onClick={() =>
        void goToProvider({ keep }).catch((error: unknown) =>
          onProblem(error instanceof Error ? error.message : String(error)),
        )
      }
    >
      {say(words.by, { name })}
    </button>
  );
}

/** Whether the page was led back to by a provider. */
export const comesFromProvider = (search = window.location.search): boolean => {
  const params = new URLSearchParams(search);
  return params.has('state') && (params.has('code') || params.has('error'));
};

interface ReturnProps {
  onIn(answer: SignedIn): void;
  onOwed(owed: Owed): void;
  onLinked(): void;
  onProblem(message: string): void;
}

/** Ends what began at the provider: signed in, one more step, an account linked, or a reason why not. */
export function ProviderReturn({ onIn, onOwed, onLinked, onProblem }: ReturnProps): ReactNode {
  const say = useText();
  const [search] = useState(() => window.location.search);
  const sent = useRef(false);
  useEffect(() => {
    if (sent.current) return;
    sent.current = true;
    // it is good once, and does not belong into what is kept of the way here
    window.history.replaceState(window.history.state, '', window.location.pathname);
    post<SignedIn & { linked?: boolean }>(
      '/admin/oidc/finish',
      { search, binder: takeBinder() },
      { quiet: true, area: 'admin', timeout: 30_000 },
    )
      .then((answer) => (answer.linked ? onLinked() : onIn(answer)))
      .catch((error: unknown) => {
        const owed = owedOf(error);
        if (owed) onOwed(owed);
        else onProblem(error instanceof Error ? error.message : String(error));
      });
  }, [search, onIn, onOwed, onLinked, onProblem]);
  return <p role="status">{say(words.coming)}</p>;
}
