import { useEffect, useRef } from 'react';

const marked = 'xj-blocked-frame';

/**
 * A page that was opened before a system was connected still keeps it out of its frames: opening it again brings what may
 * be shown now. Once for each system, or it would go on for ever; `refused` hears when that did not help.
 */
export function useReloadWhenFrameBlocked(refused?: (origin: string) => void): void {
  const onRefused = useRef(refused);
  useEffect(() => {
    onRefused.current = refused;
  });
  useEffect(() => {
    const onViolation = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
      if (effectiveDirective !== 'frame-src') return;
      const key = `${marked} ${blockedURI}`;
      if (sessionStorage.getItem(key)) return onRefused.current?.(blockedURI);
      sessionStorage.setItem(key, '1');
      window.location.reload();
    };
    document.addEventListener('securitypolicyviolation', onViolation);
    return () => document.removeEventListener('securitypolicyviolation', onViolation);
  }, []);
}
