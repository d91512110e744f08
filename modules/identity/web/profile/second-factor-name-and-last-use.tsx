import { text } from '#kernel/text/text.ts';
import { formatMinute } from '#web/cell/format/date-format.ts';
import { useText } from '#web/i18n/locale.ts';

const texts = {
  totp: text('身份验证器', 'Authenticator app'),
  passkey: text('通行密钥', 'Passkey'),
  used: text('最近使用 {time}', 'Last used {time}'),
  unused: text('添加于 {time}', 'Added {time}'),
};

/** A second factor as sent by the server; times are unix seconds. */
export interface SecondFactor {
  readonly id: number;
  readonly kind: 'totp' | 'passkey';
  readonly name: string;
  readonly createtime: number;
  readonly used_at: number | null;
}

/** Name, kind and last use of a second factor. */
export function SecondFactorNameAndLastUse({ factor }: { factor: SecondFactor }) {
  const t = useText();
  return (
    <div>
      <strong>{factor.name}</strong>
      <small>
        {t(texts[factor.kind])} ·{' '}
        {factor.used_at
          ? t(texts.used, { time: formatMinute(factor.used_at) })
          : t(texts.unused, { time: formatMinute(factor.createtime) })}
      </small>
    </div>
  );
}
