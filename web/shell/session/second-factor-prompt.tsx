import { lazy, Suspense, useEffect } from 'react';
import { offerIdentityVerification, useIdentityRequest } from '#web/session/identity-verification.ts';

const IdentityDialog = lazy(() => import('./second-factor-dialog.tsx'));

/** Asks a member for their second factor when a call requires it; the call then continues. */
export function SecondFactorPrompt() {
  const settle = useIdentityRequest((state) => state.settle);
  useEffect(offerIdentityVerification, []);
  return (
    settle && (
      <Suspense fallback={null}>
        <IdentityDialog onSettled={settle} />
      </Suspense>
    )
  );
}
