import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Input, Modal } from 'antd';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { Dialog } from '#web/feedback/modal-dialog.tsx';
import { toast } from '#web/feedback/toast.ts';
import { isCancelled, post, WireError } from '#web/http/client.ts';
import { queryFnFor } from '#web/http/react-query-client-by-sign-in-area.ts';
import { useText } from '#web/i18n/locale.ts';
import { areaPaths, type SignInArea } from '#web/session/admin-or-member-area.ts';
import { hasPasskeys, makePasskey } from '#web/sign-in/factor/create-and-request-passkey.ts';
import { RecoveryCodes } from '#web/sign-in/factor/recovery-codes.tsx';
import { TotpQrCode, type TotpSecret } from '#web/sign-in/factor/totp-qr-code.tsx';
import { useSecondFactorProofWithinSession } from '#web/sign-in/factor/use-second-factor-proof-within-session.tsx';
import { type SecondFactor, SecondFactorNameAndLastUse } from './second-factor-name-and-last-use.tsx';
import './own-profile-side-sheet.css';

const texts = {
  title: text('二次验证', 'Two-factor verification'),
  lead: text(
    '登录时除密码外再证明是您本人。建议至少添加两种。',
    'Proves your identity at sign-in in addition to the password. We recommend adding at least two.',
  ),
  needed: text('您的账号必须启用二次验证。', 'Your account must have two-factor verification enabled.'),
  addTotp: text('添加身份验证器', 'Add authenticator app'),
  addPasskey: text('添加通行密钥', 'Add passkey'),
  renew: text('更换备用码', 'Replace recovery codes'),
  left: text('备用码剩余 {n} 个', '{n} recovery {n|code|codes} left'),
  remove: text('移除', 'Remove'),
  removeTitle: text('移除“{name}”', 'Remove “{name}”'),
  none: text('尚未添加', 'None added'),
  password: text('当前密码', 'Current password'),
  code: text('验证器上的 6 位数字', '6-digit code from the authenticator'),
  name: text('名称（选填）', 'Name (optional)'),
  go: text('继续', 'Continue'),
  cancel: text('取消', 'Cancel'),
  added: text('已添加', 'Added'),
};

interface Own {
  list: SecondFactor[];
  recovery_codes: number;
  needed: boolean;
  passkeys: boolean;
}
type Doing = { what: 'totp' | 'passkey' | 'renew' } | { what: 'remove'; factor: SecondFactor };

/** The second factors of the user's own account. */
export function OwnSecondFactors({ area }: { area: SignInArea }) {
  const t = useText();
  const client = useQueryClient();
  const { app } = areaPaths(area);
  const queryKey = ['own factors', area];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: queryFnFor<Own>(`/${app}/factor/index`, {}, { area: app }),
    staleTime: 0,
  });
  const [doing, setDoing] = useState<Doing>();
  const [codes, setCodes] = useState<readonly string[]>();
  const done = (answer?: { recovery_codes?: string[] }): void => {
    setDoing(undefined);
    if (answer?.recovery_codes) setCodes(answer.recovery_codes);
    void client.invalidateQueries({ queryKey });
  };
  return (
    <section className="xj-profile-part" aria-label={t(texts.title)}>
      <h2>{t(texts.title)}</h2>
      <p className="xj-profile-rule">
        {t(texts.lead)}
        {data?.needed && ` ${t(texts.needed)}`}
      </p>
      {error && <LoadErrorWithRetry error={error} onRetry={() => void refetch()} />}
      {data && (
        <ul className="xj-factors">
          {data.list.map((factor) => (
            <li key={factor.id}>
              <SecondFactorNameAndLastUse factor={factor} />
              <Button onClick={() => setDoing({ what: 'remove', factor })}>{t(texts.remove)}</Button>
            </li>
          ))}
          {data.list.length === 0 && <li>{t(texts.none)}</li>}
          {data.list.length > 0 && (
            <li>
              <div>{t(texts.left, { n: data.recovery_codes })}</div>
              <Button onClick={() => setDoing({ what: 'renew' })}>{t(texts.renew)}</Button>
            </li>
          )}
        </ul>
      )}
      <div className="xj-factor-tools">
        <Button onClick={() => setDoing({ what: 'totp' })}>{t(texts.addTotp)}</Button>
        {data?.passkeys && hasPasskeys() && (
          <Button onClick={() => setDoing({ what: 'passkey' })}>{t(texts.addPasskey)}</Button>
        )}
      </div>
      {doing && <ChangeFactor area={area} doing={doing} onDone={done} onClose={() => setDoing(undefined)} />}
      <Modal open={codes !== undefined} footer={null} closable={false} keyboard={false} title={null}>
        {codes && <RecoveryCodes codes={codes} onSaved={() => setCodes(undefined)} />}
      </Modal>
    </section>
  );
}

interface ChangeProps {
  area: SignInArea;
  doing: Doing;
  onDone(answer?: { recovery_codes?: string[] }): void;
  onClose(): void;
}

/** The call that verifies the user and begins the change. */
function firstCall(doing: Doing, proof: object): [action: string, body: object] {
  if (doing.what === 'remove') return ['remove', { ...proof, id: doing.factor.id }];
  if (doing.what === 'renew') return ['renewCodes', proof];
  return [doing.what === 'totp' ? 'beginTotp' : 'beginPasskey', proof];
}

/** Verifies the user first; then, for an app, asks for its first code. */
function ChangeFactor({ area, doing, onDone, onClose }: ChangeProps) {
  const t = useText();
  const id = useId();
  const [password, setPassword] = useState('');
  const [totp, setTotp] = useState<TotpSecret>();
  const [code, setCode] = useState('');
  const [name, setName] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const { field, prove } = useSecondFactorProofWithinSession(area);
  const { app } = areaPaths(area);
  const call = <T,>(action: string, body: object) =>
    post<T>(`/${app}/factor/${action}`, body, { quiet: true, area: app });
  const named = name.trim() ? { name: name.trim() } : {};

  const step = async (): Promise<void> => {
    if (!totp) {
      const proved = await prove(password, (proof) => call<unknown>(...firstCall(doing, proof)));
      if (!proved) return;
      if (doing.what === 'totp') return setTotp(proved.result as TotpSecret);
      if (doing.what !== 'passkey') return onDone(proved.result as { recovery_codes?: string[] });
      onDone(await call('add', { passkey: await makePasskey(proved.result), ...named }));
    } else onDone(await call('add', { code, ...named }));
    toast.success(t(texts.added));
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setProblem('');
    try {
      await step();
    } catch (error) {
      if (isCancelled(error)) return;
      const [first] = error instanceof WireError ? Object.values(error.errors ?? {}) : [];
      setProblem(first?.[0] ?? (error instanceof Error ? error.message : String(error)));
    } finally {
      setBusy(false);
    }
  };
  const titles = {
    totp: t(texts.addTotp),
    passkey: t(texts.addPasskey),
    renew: t(texts.renew),
    remove: t(texts.removeTitle, { name: doing.what === 'remove' ? doing.factor.name : '' }),
  };
  return (
    <Dialog open title={titles[doing.what]} footer={null} onCancel={onClose} destroyOnHidden>
      <form className="xj-factor-form" noValidate onSubmit={(event) => void submit(event)}>
        {problem && (
          <div className="xj-form-note" data-tone="bad" role="alert">
            {problem}
          </div>
        )}
        {totp ? (
          <TotpStep totp={totp} code={code} onCode={setCode} />
        ) : (
          <PasswordStep password={password} onPassword={setPassword}>
            {field}
          </PasswordStep>
        )}
        {(totp || doing.what === 'passkey') && (
          <label htmlFor={`${id}-name`}>
            {t(texts.name)}
            <Input id={`${id}-name`} value={name} onChange={(event) => setName(event.target.value)} maxLength={40} />
          </label>
        )}
        <div className="xj-factor-tools">
          <Button onClick={onClose}>{t(texts.cancel)}</Button>
          <Button type="primary" htmlType="submit" danger={doing.what === 'remove'} loading={busy}>
            {t(doing.what === 'remove' ? texts.remove : texts.go)}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The QR code to scan, and the input of the app's first code. */
function TotpStep({ totp, code, onCode }: { totp: TotpSecret; code: string; onCode(code: string): void }) {
  const t = useText();
  const id = useId();
  return (
    <>
      <TotpQrCode totp={totp} />
      <label htmlFor={`${id}-code`}>
        {t(texts.code)}
        <Input
          id={`${id}-code`}
          value={code}
          onChange={(event) => onCode(event.target.value)}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          autoFocus
        />
      </label>
    </>
  );
}

interface PasswordStepProps {
  password: string;
  onPassword(password: string): void;
  /** Inputs of further proofs. */
  children: ReactNode;
}

function PasswordStep({ password, onPassword, children }: PasswordStepProps) {
  const t = useText();
  const id = useId();
  return (
    <>
      <label htmlFor={`${id}-password`}>
        {t(texts.password)}
        <Input.Password
          id={`${id}-password`}
          value={password}
          onChange={(event) => onPassword(event.target.value)}
          autoComplete="current-password"
          maxLength={64}
          autoFocus
        />
      </label>
      {children}
    </>
  );
}
