import { lazy, Suspense, useEffect } from 'react';
import { offerIdentityVerification, useIdentityRequest } from '#web/session/identity-verification.ts';

const SecondFactorVerificationDialog = lazy(() => import('./second-factor-verification-dialog.tsx'));

/** Asks a member for their second factor when a call requires it; the call then continues. */
export function MemberStepUpAuthentication() {
  const settle = useIdentityRequest((state) => state.settle);
  useEffect(offerIdentityVerification, []);
  return (
    settle && (
      <Suspense fallback={null}>
        <SecondFactorVerificationDialog onSettled={settle} />
      </Suspense>
    )
  );
}
