import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { type FormEvent, useId, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { formatMinute } from '#web/cell/format/date-format.ts';
import { Dialog } from '#web/feedback/modal-dialog.tsx';
import { post, WireError } from '#web/http/client.ts';
import { queryFnFor } from '#web/http/react-query-client-by-sign-in-area.ts';
import { useText } from '#web/i18n/locale.ts';
import { useSecondFactorProofWithinSession } from '#web/sign-in/factor/use-second-factor-proof-within-session.tsx';
import { goToIdentityProvider } from '#web/sign-in/identity-provider-button.tsx';

const texts = {
  title: text('统一身份认证', 'Single sign-on'),
  none: text('尚未关联', 'Not linked'),
  since: text('关联于 {time}', 'Linked {time}'),
  link: text('关联', 'Link'),
  unlink: text('解除关联', 'Unlink'),
  password: text('当前密码', 'Current password'),
  go: text('继续', 'Continue'),
};

interface Identity {
  issuer: string;
  subject: string;
  label: string;
  createtime: number;
}

/** Provider identities linked to the officer's account, in the profile sheet; nothing without a provider. */
export function LinkedIdentityProviderAccounts() {
  const t = useText();
  const client = useQueryClient();
  const queryKey = ['own identities'];
  const { data } = useQuery({
    queryKey,
    queryFn: queryFnFor<{ enabled: boolean; list: Identity[] }>('/admin/oidc/index'),
    staleTime: 0,
  });
  const [doing, setDoing] = useState<'link' | Identity>();
  if (!data || (!data.enabled && data.list.length === 0)) return null;
  return (
    <section className="xj-profile-part" aria-label={t(texts.title)}>
      <h2>{t(texts.title)}</h2>
      <ul className="xj-factors">
        {data.list.map((one) => (
          <li key={`${one.issuer} ${one.subject}`}>
            <div>
              <strong>{one.label}</strong>
              <small>
                {one.issuer} · {t(texts.since, { time: formatMinute(one.createtime) })}
              </small>
            </div>
            <Button size="small" onClick={() => setDoing(one)}>
              {t(texts.unlink)}
            </Button>
          </li>
        ))}
        {data.list.length === 0 && <li>{t(texts.none)}</li>}
      </ul>
      {data.enabled && <Button onClick={() => setDoing('link')}>{t(texts.link)}</Button>}
      {doing && (
        <ChangeIdentity
          doing={doing}
          onClose={(changed) => {
            setDoing(undefined);
            if (changed) void client.invalidateQueries({ queryKey });
          }}
        />
      )}
    </section>
  );
}

interface ChangeProps {
  doing: 'link' | Identity;
  onClose(changed: boolean): void;
}

/** Verifies the user; then redirects to the provider, or unlinks the identity. */
function ChangeIdentity({ doing, onClose }: ChangeProps) {
  const t = useText();
  const id = useId();
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const { field, prove } = useSecondFactorProofWithinSession();
  const change = (proof: object): Promise<unknown> => {
    if (doing === 'link') return goToIdentityProvider({ link: true, ...proof });
    const { issuer, subject } = doing;
    return post('/admin/oidc/unlink', { issuer, subject, ...proof }, { quiet: true, area: 'admin' });
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setProblem('');
    try {
      if ((await prove(password, change)) && doing !== 'link') onClose(true);
    } catch (error) {
      const [first] = error instanceof WireError ? Object.values(error.errors ?? {}) : [];
      setProblem(first?.[0] ?? (error instanceof Error ? error.message : String(error)));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog open title={t(doing === 'link' ? texts.link : texts.unlink)} footer={null} onCancel={() => onClose(false)}>
      <form className="xj-factor-form" noValidate onSubmit={(event) => void submit(event)}>
        {problem && (
          <div className="xj-form-note" data-tone="bad" role="alert">
            {problem}
          </div>
        )}
        <label htmlFor={id}>
          {t(texts.password)}
          <Input.Password
            id={id}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            autoComplete="current-password"
            maxLength={64}
            autoFocus
          />
        </label>
        {field}
        <div className="xj-factor-tools">
          <Button type="primary" htmlType="submit" loading={busy}>
            {t(texts.go)}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
