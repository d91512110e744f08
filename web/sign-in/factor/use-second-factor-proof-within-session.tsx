import { type ReactNode, useRef, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { post, WireError } from '#web/http/client.ts';
import { useText } from '#web/i18n/locale.ts';
import { areaPaths, type SignInArea } from '#web/session/admin-or-member-area.ts';
import { LabelledInput } from '../form/labelled-input.tsx';
import { hasPasskeys, requestPasskey } from './create-and-request-passkey.ts';
import type { FactorMethod } from './required-sign-in-step.ts';
import '../page/sign-in.css';

const texts = {
  both: text('验证器上的 6 位数字，或备用码', '6-digit authenticator code or recovery code'),
  totp: text('验证器上的 6 位数字', '6-digit code from the authenticator'),
  recovery: text('备用码', 'Recovery code'),
  passkey: text('使用通行密钥', 'Use a passkey'),
};

/** Proof of identity: the password and, for accounts with a second factor, one answer of it. */
type IdentityProof = { password: string } & ({ code?: string } | { recovery?: string } | { passkey?: unknown });

interface IdentityProofState {
  /** Field below the password, once a second factor is required. */
  readonly field: ReactNode;
  /**
   * Runs `work` with the proof. Undefined: a second factor is required or was wrong, and `field` shows it. Other errors
   * are thrown.
   */
  prove<T>(password: string, work: (proof: IdentityProof) => Promise<T>): Promise<{ result: T } | undefined>;
}

/** Asks for a second factor within a session, if the account has one and the server requires it. */
export function useSecondFactorProofWithinSession(area: SignInArea = 'admin'): IdentityProofState {
  const t = useText();
  const [ways, setWays] = useState<readonly FactorMethod[]>();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const byPasskey = useRef(false);
  const find = async (): Promise<{ code?: string } | { recovery?: string } | { passkey?: unknown }> => {
    const passkey = byPasskey.current;
    byPasskey.current = false;
    const { app } = areaPaths(area);
    if (passkey)
      return {
        passkey: await requestPasskey(await post(`/${app}/session/usePasskey`, {}, { quiet: true, area: app })),
      };
    const given = typed.trim();
    if (!ways || given === '') return {};
    return /^[\d\s]{6,7}$/.test(given) ? { code: given } : { recovery: given };
  };
  const prove: IdentityProofState['prove'] = async (password, work) => {
    setProblem(undefined);
    try {
      return { result: await work({ password, ...(await find()) }) };
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      const { code, recovery, passkey } = error.errors ?? {};
      const wrong = (code ?? recovery ?? passkey)?.[0];
      if (error.reason !== 'second_factor' && wrong === undefined) throw error;
      if (error.reason === 'second_factor') setWays((error.data as { ways: FactorMethod[] }).ways);
      setTyped('');
      setProblem(wrong ?? (ways ? error.message : undefined));
      return undefined;
    }
  };
  const typing = (['totp', 'recovery'] as const).filter((way) => ways?.includes(way));
  const field = ways && (
    <div className="xj-proof">
      {typing.length > 0 ? (
        <LabelledInput
          label={t(typing.length === 2 ? texts.both : texts[typing[0] as 'totp'])}
          name="code"
          value={typed}
          onValue={setTyped}
          error={problem}
          autoComplete="one-time-code"
          maxLength={20}
          autoFocus
        />
      ) : (
        <p role="alert">{problem}</p>
      )}
      {ways.includes('passkey') && hasPasskeys() && (
        <button
          type="submit"
          className="xj-button"
          onClick={() => {
            byPasskey.current = true;
          }}
        >
          {t(texts.passkey)}
        </button>
      )}
    </div>
  );
  return { field, prove };
}
