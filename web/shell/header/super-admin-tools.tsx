import { lazy, Suspense } from 'react';
import type { Area } from '#web/session/area.ts';
import { useAdmin } from '#web/session/session.ts';
import { shellDependencies } from '../module/shell-dependencies.ts';

/** Loaded only for super administrators. */
const Tools = lazy(() => shellDependencies().superTools());

/** Header tools for super administrators. */
export function SuperAdminTools({ area }: { area: Area }) {
  const admin = useAdmin();
  return area === 'admin' && admin?.super ? (
    <Suspense fallback={null}>
      <Tools />
    </Suspense>
  ) : null;
}
