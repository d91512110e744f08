import { lazy, Suspense } from 'react';
import { Link, useSearchParams } from 'react-router';
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

/** Registering is for those who come without an account: it comes when it is asked for. */
const RegisterForm = lazy(() => import('./register-form.tsx'));

/** Sign-in of enterprises and members, and registering: `/user/login`, `?type=register`. */
export function UserLogin() {
  const say = useText();
  const [query] = useSearchParams();
  const registers = query.get('type') === 'register';
  return (
    <SplitPage
      title={say(registers ? words.registerTitle : words.memberTitle)}
      foot={
        <>
          <Link to="/enterprise/register">{say(words.register)}</Link>
          <Link to="/admin/login">{say(words.toAdmin)}</Link>
        </>
      }
    >
      <nav className="xj-sign-ways" aria-label={say(words.ways)}>
        <Link to="/user/login" aria-current={registers ? undefined : 'page'}>
          {say(words.signIn)}
        </Link>
        <Link to="/user/login?type=register" aria-current={registers ? 'page' : undefined}>
          {say(words.signUp)}
        </Link>
      </nav>
      {registers ? (
        <Suspense fallback={null}>
          <RegisterForm />
        </Suspense>
      ) : (
        <SignInForm area="member" />
      )}
    </SplitPage>
  );
}
