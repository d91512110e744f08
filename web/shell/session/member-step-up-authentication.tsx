import { lazy, Suspense, useEffect } from 'react';
import {
  offerSecondFactorVerification,
  useSecondFactorRequest,
} from '#web/session/request-second-factor-verification.ts';

const SecondFactorVerificationDialog = lazy(() => import('./second-factor-verification-dialog.tsx'));

/** Asks a member for their second factor when a call requires it; the call then continues. */
export function MemberStepUpAuthentication() {
  const settle = useSecondFactorRequest((state) => state.settle);
  useEffect(offerSecondFactorVerification, []);
  return (
    settle && (
      <Suspense fallback={null}>
        <SecondFactorVerificationDialog onSettled={settle} />
      </Suspense>
    )
  );
}
