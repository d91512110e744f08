import { lazy, Suspense, useEffect } from 'react';
import { offerIdentityVerification, useIdentityRequest } from '#web/session/identity-verification.ts';

const ConfirmDialog = lazy(() => import('./confirm-dialog.tsx'));

/** Asks a member for their second factor where a call waits for it, which then goes on by itself. */
export function ConfirmSelf() {
  const settle = useIdentityRequest((state) => state.settle);
  useEffect(offerIdentityVerification, []);
  return (
    settle && (
      <Suspense fallback={null}>
        <ConfirmDialog onSettled={settle} />
      </Suspense>
    )
  );
}
