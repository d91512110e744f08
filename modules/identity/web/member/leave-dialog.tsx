import { field } from '#kernel/field.ts';
import { text } from '#kernel/text.ts';
import { SentDialog } from '#web/form/sent-dialog.tsx';
import { goTo } from '#web/http/navigator.ts';
import { useText } from '#web/i18n/locale.ts';
import { forget } from '#web/session/session.ts';

const words = {
  title: text('注销账号', 'Delete my account'),
  ok: text('永久注销', 'Delete it for good'),
  gone: text(
    '立即清空：账号名、昵称、手机、邮箱、头像、生日、签名、注册和最后登录的 IP；所有设备上的登录结束，您退出各企业，导游证解除绑定。',
    'Emptied at once: account name, name, mobile, e-mail, picture, birthday, motto, the addresses you joined from and were last seen at. You are signed out everywhere, act for no enterprise any more, and a guide card is released.',
  ),
  kept: text(
    '依法保存：登录日志（时间、IP、设备）、您代表企业办理的事项与操作记录（网络安全法第二十一条：不少于六个月）、余额与积分的变动。',
    'Kept by law: the log of your sign-ins (time, address, device), what you did for enterprises and the log of it (Cybersecurity Law Art. 21: six months at least), and changes of balance and score.',
  ),
  first: text(
    '您仍是企业负责人或余额未结清时不能注销。',
    'Not while you own an enterprise, or have a balance that is not settled.',
  ),
};

const fields = { password: field.password(text('当前密码', 'Current password'), { required: true }) };

/** Says what goes and what stays, and asks for the password. */
export function LeaveDialog({ onClose }: { onClose: () => void }) {
  const say = useText();
  const leave = () => {
    forget('member');
    goTo('/user/login', { replace: true });
  };
  return (
    <SentDialog
      title={say(words.title)}
      lead={
        <>
          <p>{say(words.gone)}</p>
          <p>{say(words.kept)}</p>
          <p>{say(words.first)}</p>
        </>
      }
      okText={say(words.ok)}
      fields={fields}
      path="/api/account/remove"
      area="api"
      danger
      onDone={leave}
      onClose={onClose}
    />
  );
}
