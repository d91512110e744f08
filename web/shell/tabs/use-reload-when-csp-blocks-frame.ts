import { useEffect, useRef } from 'react';

const marked = 'xj-blocked-frame';

/**
 * Reloads the page when its content security policy blocks a frame: a page opened before a system was connected has an
 * outdated policy. Once per system, or it would reload for ever; `refused` is called when that did not help.
 */
export function useReloadWhenCspBlocksFrame(refused?: (origin: string) => void): void {
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
