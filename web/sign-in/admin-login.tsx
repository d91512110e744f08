import { Link } from 'react-router';
import { useText } from '#web/i18n/locale.ts';
import { Doors } from './doors.tsx';
import { MirrorPage } from './frame.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { signInTexts } from './sign-in-texts.ts';

/** Sign-in of administrators, and the doors of everybody else: `/`, `/admin/login`. */
export function AdminLogin() {
  const t = useText();
  return (
    <MirrorPage
      title={t(signInTexts.adminTitle)}
      doors={<Doors />}
      foot={<Link to="/enterprise/register">{t(signInTexts.register)}</Link>}
    >
      <SignInForm area="admin" />
    </MirrorPage>
  );
}
