import { text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';
import { Screen } from '#web/screen/screen.tsx';
import { useTab } from '#web/tab/tab-context.ts';
import { PasswordForm } from '../profile/profile-sheet.tsx';
import './account-screen.css';

const texts = { title: text('修改密码', 'Change password') };

/** `account/changePassword` */
export default function PasswordScreen() {
  const t = useText();
  const tab = useTab();
  return (
    <Screen className="xj-own-account" title={t(texts.title)}>
      <PasswordForm area="member" onDirty={tab.setDirty} headed />
    </Screen>
  );
}
