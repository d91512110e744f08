import { type ReactNode, useEffect, useRef, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { post } from '#web/http/client.ts';
import { useText } from '#web/i18n/locale.ts';
import { readJson, removeKey } from '#web/session/json-storage-with-memory-fallback.ts';
import { type RequiredSignInStep, requiredSignInStepOf, type SignInAnswer } from './factor/required-sign-in-step.ts';
import { identityProviderBindingStorageKey } from './identity-provider-button.tsx';

const coming = text('正在登录…', 'Signing in…');

/** The secret that binds the sign-in at the provider to this browser. */
const takeBinder = (): string => {
  const binder = readJson<string>(sessionStorage, identityProviderBindingStorageKey) ?? '';
  removeKey(sessionStorage, identityProviderBindingStorageKey);
  return binder;
};

interface ReturnProps {
  onIn(answer: SignInAnswer): void;
  onRequired(required: RequiredSignInStep): void;
  onLinked(): void;
  onProblem(message: string): void;
}

/** Completes what began at the provider: a sign-in, a further step, a linked account, or an error. */
export default function IdentityProviderReturn({ onIn, onRequired, onLinked, onProblem }: ReturnProps): ReactNode {
  const t = useText();
  const [search] = useState(() => window.location.search);
  const sent = useRef(false);
  useEffect(() => {
    if (sent.current) return;
    sent.current = true;
    // The code works once and must not stay in the history.
    window.history.replaceState(window.history.state, '', window.location.pathname);
    post<SignInAnswer & { linked?: boolean }>(
      '/admin/oidc/finish',
      { search, binder: takeBinder() },
      { quiet: true, area: 'admin', timeout: 30_000 },
    )
      .then((answer) => (answer.linked ? onLinked() : onIn(answer)))
      .catch((error: unknown) => {
        const required = requiredSignInStepOf(error);
        if (required) onRequired(required);
        else onProblem(error instanceof Error ? error.message : String(error));
      });
  }, [search, onIn, onRequired, onLinked, onProblem]);
  return <p role="status">{t(coming)}</p>;
}
