import { lazy, Suspense } from 'react';
import { Link, useSearchParams } from 'react-router';
import { type Text, text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';
import { signInTexts as shared } from './page/sign-in-texts.ts';
import { SplitScreenSignInLayout } from './page/split-screen-sign-in-layout.tsx';
import { SignInForm } from './sign-in-form.tsx';

const texts = {
  ...shared,
  memberTitle: text('企业与会员登录', 'Enterprise and member sign-in'),
  registerTitle: text('会员注册', 'Create an account'),
  ways: text('登录或注册', 'Sign in or create an account'),
  signUp: text('注册账号', 'Create an account'),
  toAdmin: text('管理员入口', 'Administrators'),
  toMember: text('企业与会员入口', 'Enterprises and members'),
  alternate: text('换一种登录页', 'Another sign-in page'),
};

/** Title and text for visitors of each link (`who=` in the address). */
const comers: Readonly<Record<string, { readonly title: Text; readonly lead: Text }>> = {
  enterprise: {
    title: text('企业登录', 'Enterprise sign-in'),
    lead: text('还没有账号的企业，请先办理入驻登记。', 'An enterprise without an account registers first.'),
  },
  guide: {
    title: text('导游登录', 'Guide sign-in'),
    lead: text(
      '用您本人的账号登录；没有账号请先注册，登录后绑定导游证。',
      'Use your own account, or create one; your guide card is claimed once you are in.',
    ),
  },
};

/** The alternative sign-in, on a split screen: `/admin/newlogin`. */
export function AdminSplitScreenSignIn() {
  const t = useText();
  return (
    <SplitScreenSignInLayout
      title={t(texts.adminTitle)}
      foot={
        <>
          <Link to="/user/login">{t(texts.toMember)}</Link>
          <Link to="/admin/login">{t(texts.alternate)}</Link>
        </>
      }
    >
      <SignInForm area="admin" />
    </SplitScreenSignInLayout>
  );
}

/** Loaded on demand, as most visitors have an account. */
const RegisterForm = lazy(() => import('./register-form.tsx'));

/** Sign-in of enterprises and members, and registration: `/user/login`, `?type=register`. */
export function MemberSignIn() {
  const t = useText();
  const [query] = useSearchParams();
  const registers = query.get('type') === 'register';
  const who = query.get('who') ?? '';
  const comer = Object.hasOwn(comers, who) ? comers[who] : undefined;
  const to = comer ? `/user/login?who=${who}` : '/user/login';
  return (
    <SplitScreenSignInLayout
      title={t(registers ? texts.registerTitle : (comer?.title ?? texts.memberTitle))}
      foot={
        <>
          <Link to="/enterprise/register">{t(texts.register)}</Link>
          <Link to="/admin/login">{t(texts.toAdmin)}</Link>
        </>
      }
    >
      <nav className="xj-sign-ways" aria-label={t(texts.ways)}>
        <Link to={to} aria-current={registers ? undefined : 'page'}>
          {t(texts.signIn)}
        </Link>
        <Link to={`${to}${comer ? '&' : '?'}type=register`} aria-current={registers ? 'page' : undefined}>
          {t(texts.signUp)}
        </Link>
      </nav>
      {comer && <p className="xj-sign-lead">{t(comer.lead)}</p>}
      {registers ? (
        <Suspense fallback={null}>
          <RegisterForm />
        </Suspense>
      ) : (
        <SignInForm area="member" />
      )}
    </SplitScreenSignInLayout>
  );
}
