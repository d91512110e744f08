import { Link } from 'react-router';
import { useText } from '#web/i18n/locale.ts';
import { BronzeMirrorPage } from './page/bronze-mirror-page.tsx';
import { OtherEntrances } from './page/other-entrances.tsx';
import { signInTexts } from './page/sign-in-texts.ts';
import { SignInForm } from './sign-in-form.tsx';

/** Sign-in of administrators, with links for other visitors: `/`, `/admin/login`. */
export function AdminLogin() {
  const t = useText();
  return (
    <BronzeMirrorPage
      title={t(signInTexts.adminTitle)}
      doors={<OtherEntrances />}
      foot={<Link to="/enterprise/register">{t(signInTexts.register)}</Link>}
    >
      <SignInForm area="admin" />
    </BronzeMirrorPage>
  );
}
