import { create } from 'zustand';

/** An open request to verify identity by second factor; `settle` answers it. */
export const useSecondFactorRequest = create<{ settle: ((shown: boolean) => void) | undefined }>(() => ({
  settle: undefined,
}));

let listening = 0;
let open: Promise<boolean> | undefined;

/** Registers that this page can ask for verification. Returns how to unregister. */
export function offerSecondFactorVerification(): () => void {
  listening += 1;
  return () => {
    listening -= 1;
    if (listening === 0) useSecondFactorRequest.getState().settle?.(false);
  };
}

/**
 * Asks for the second factor, once for all calls that wait for it. False: the user declined; undefined: this page
 * cannot ask.
 */
export function requestSecondFactorVerification(): Promise<boolean> | undefined {
  if (listening === 0) return undefined;
  open ??= new Promise<boolean>((resolve) => {
    const settle = (shown: boolean): void => {
      open = undefined;
      useSecondFactorRequest.setState({ settle: undefined });
      resolve(shown);
    };
    useSecondFactorRequest.setState({ settle });
  });
  return open;
}
