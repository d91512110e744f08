import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { DialogFormOfApiCall } from '#web/form/dialog-form-of-api-call.tsx';
import { goTo } from '#web/http/navigate-by-router.ts';
import { useText } from '#web/i18n/locale.ts';
import { forgetSession } from '#web/session/session.ts';

const texts = {
  title: text('注销账号', 'Delete my account'),
  ok: text('永久注销', 'Delete permanently'),
  gone: text(
    '立即清空：账号名、昵称、手机、邮箱、头像、生日、签名、注册和最后登录的 IP；所有设备上的登录结束，您退出各企业，导游证和微信公众号解除绑定。',
    'Erased at once: account name, nickname, mobile, e-mail, picture, birthday, signature, registration and last sign-in IP. All devices are signed out, you leave your enterprises, and your guide card and WeChat account are unlinked.',
  ),
  retained: text(
    '依法保存：登录日志（时间、IP、设备）、您代表企业办理的事项与操作记录（网络安全法第二十一条：不少于六个月）、余额与积分的变动。',
    'Kept by law: sign-in log (time, IP, device), what you handled for enterprises and its operation records (Cybersecurity Law, Art. 21: at least six months), and balance and points changes.',
  ),
  first: text(
    '您仍是企业负责人或余额未结清时不能注销。',
    'You cannot delete the account while you own an enterprise or have an unsettled balance.',
  ),
};

const fields = { password: field.password(text('当前密码', 'Current password'), { required: true }) };

/** Explains what is deleted and what remains, and asks for the password. */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const leave = () => {
    forgetSession('member');
    goTo('/user/login', { replace: true });
  };
  return (
    <DialogFormOfApiCall
      title={t(texts.title)}
      lead={
        <>
          <p>{t(texts.gone)}</p>
          <p>{t(texts.retained)}</p>
          <p>{t(texts.first)}</p>
        </>
      }
      okText={t(texts.ok)}
      fields={fields}
      path="/api/account/remove"
      area="api"
      danger
      onDone={leave}
      onClose={onClose}
    />
  );
}
