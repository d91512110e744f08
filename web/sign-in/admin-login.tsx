import { Link } from 'react-router';
import { useText } from '#web/i18n/locale.ts';
import { MirrorPage, SplitPage } from './frame.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { words } from './words.ts';

/** Sign-in of administrators: `/`, `/admin/login`. */
export function AdminLogin() {
  const say = useText();
  return (
    <MirrorPage
      title={say(words.adminTitle)}
      foot={
        <>
          <Link to="/user/login">{say(words.toMember)}</Link>
          <Link to="/enterprise/register">{say(words.register)}</Link>
        </>
      }
    >
      <SignInForm area="admin" />
    </MirrorPage>
  );
}

/** The alternate sign-in, on a split screen: `/admin/newlogin`. */
export function AdminNewLogin() {
  const say = useText();
  return (
    <SplitPage
      title={say(words.adminTitle)}
      foot={
        <>
          <Link to="/user/login">{say(words.toMember)}</Link>
          <Link to="/admin/login">{say(words.alternate)}</Link>
        </>
      }
    >
      <SignInForm area="admin" />
    </SplitPage>
  );
}

/** Sign-in of enterprises and members: `/user/login`. */
export function UserLogin() {
  const say = useText();
  return (
    <SplitPage
      title={say(words.memberTitle)}
      foot={
        <>
          <Link to="/enterprise/register">{say(words.register)}</Link>
          <Link to="/admin/login">{say(words.toAdmin)}</Link>
        </>
      }
    >
      <SignInForm area="member" />
    </SplitPage>
  );
}
