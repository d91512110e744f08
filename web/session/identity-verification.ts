import { create } from 'zustand';

/** An open request to verify identity by second factor; `settle` answers it. */
export const useIdentityRequest = create<{ settle: ((shown: boolean) => void) | undefined }>(() => ({
  settle: undefined,
}));

let listening = 0;
let open: Promise<boolean> | undefined;

/** Registers that this page can ask for verification. Returns how to unregister. */
export function offerIdentityVerification(): () => void {
  listening += 1;
  return () => {
    listening -= 1;
    if (listening === 0) useIdentityRequest.getState().settle?.(false);
  };
}

/**
 * Asks for the second factor, once for all calls that wait for it. False: the user declined; undefined: this page
 * cannot ask.
 */
export function requestIdentityVerification(): Promise<boolean> | undefined {
  if (listening === 0) return undefined;
  open ??= new Promise<boolean>((resolve) => {
    const settle = (shown: boolean): void => {
      open = undefined;
      useIdentityRequest.setState({ settle: undefined });
      resolve(shown);
    };
    useIdentityRequest.setState({ settle });
  });
  return open;
}
