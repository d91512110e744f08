import { text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';
import { ModuleScreenFrame } from '#web/screen/module-screen-heading-and-query-result.tsx';
import { useTab } from '#web/tab/tab-context.ts';
import { ChangePasswordForm } from '../profile/own-profile-side-sheet-and-forms.tsx';
import './own-member-account-screen.css';

const texts = { title: text('修改密码', 'Change password') };

/** `account/changePassword` */
export default function ChangeOwnPasswordScreen() {
  const t = useText();
  const tab = useTab();
  return (
    <ModuleScreenFrame className="xj-own-account" title={t(texts.title)}>
      <ChangePasswordForm area="member" onDirty={tab.setDirty} headed />
    </ModuleScreenFrame>
  );
}
