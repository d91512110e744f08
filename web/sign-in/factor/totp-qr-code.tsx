import { text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';
import './steps-after-password.css';

const texts = {
  scan: text(
    '用手机上的身份验证器扫描，然后输入它显示的 6 位数字。',
    'Scan with the authenticator app on your phone, then enter the 6-digit code it shows.',
  ),
  picture: text('二维码', 'QR code'),
  byHand: text('无法扫描？手工输入：', 'Cannot scan? Enter manually:'),
};

export interface TotpSecret {
  secret: string;
  uri: string;
  svg: string;
}

/** QR code and secret for an authenticator app. */
export function TotpQrCode({ totp }: { totp: TotpSecret }) {
  const t = useText();
  return (
    <div className="xj-totp">
      <img src={`data:image/svg+xml,${encodeURIComponent(totp.svg)}`} width="176" height="176" alt={t(texts.picture)} />
      <div>
        <p>{t(texts.scan)}</p>
        <p>{t(texts.byHand)}</p>
        <code>{totp.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
      </div>
    </div>
  );
}
