import { Link } from 'react-router';
import { useText } from '#web/i18n/locale.ts';
import { BronzeMirrorSignInLayout } from './page/bronze-mirror-sign-in-layout.tsx';
import { LinksForEnterprisesGuidesAndPublicVisitors } from './page/links-for-enterprises-guides-and-public-visitors.tsx';
import { signInTexts } from './page/sign-in-texts.ts';
import { SignInForm } from './sign-in-form.tsx';

/** Sign-in of administrators, with links for other visitors: `/`, `/admin/login`. */
export function AdminLogin() {
  const t = useText();
  return (
    <BronzeMirrorSignInLayout
      title={t(signInTexts.adminTitle)}
      doors={<LinksForEnterprisesGuidesAndPublicVisitors />}
      foot={<Link to="/enterprise/register">{t(signInTexts.register)}</Link>}
    >
      <SignInForm area="admin" />
    </BronzeMirrorSignInLayout>
  );
}
