import { lazy, Suspense, useEffect } from 'react';
import { listenForConfirm, useConfirm } from '#web/session/confirm.ts';

const ConfirmDialog = lazy(() => import('./confirm-dialog.tsx'));

/** Asks a member for their second factor where a call waits for it, which then goes on by itself. */
export function ConfirmSelf() {
  const settle = useConfirm((state) => state.settle);
  useEffect(listenForConfirm, []);
  return (
    settle && (
      <Suspense fallback={null}>
        <ConfirmDialog onSettled={settle} />
      </Suspense>
    )
  );
}
