import { create } from 'zustand';

/** A question that is open: whoever sits here is to show their second factor. */
export const useConfirm = create<{ settle: ((shown: boolean) => void) | undefined }>(() => ({ settle: undefined }));

let listening = 0;
let open: Promise<boolean> | undefined;

/** Says that the page can ask, until the function it answers is called. */
export function listenForConfirm(): () => void {
  listening += 1;
  return () => {
    listening -= 1;
    if (listening === 0) useConfirm.getState().settle?.(false);
  };
}

/**
 * Has whoever sits here show their second factor, once for all calls that wait for it. False: they would not;
 * undefined: this page cannot ask.
 */
export function confirmFirst(): Promise<boolean> | undefined {
  if (listening === 0) return undefined;
  open ??= new Promise<boolean>((resolve) => {
    const settle = (shown: boolean): void => {
      open = undefined;
      useConfirm.setState({ settle: undefined });
      resolve(shown);
    };
    useConfirm.setState({ settle });
  });
  return open;
}
