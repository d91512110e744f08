import { lazy, Suspense } from 'react';
import type { SignInArea } from '#web/session/admin-or-member-area.ts';
import { useAdmin } from '#web/session/session.ts';
import { shellDependencies } from '../module/shell-dependencies.ts';

/** Loaded only for super administrators. */
const Tools = lazy(() => shellDependencies().superTools());

/** Header tools for super administrators. */
export function LazySuperAdminTools({ area }: { area: SignInArea }) {
  const admin = useAdmin();
  return area === 'admin' && admin?.super ? (
    <Suspense fallback={null}>
      <Tools />
    </Suspense>
  ) : null;
}
