import { createContext, useContext } from 'react';

/** Whether a page is drawn inside the shell of a signed-in area, which has a main part already. */
export const InsideShell = createContext(false);
export const useInsideShell = (): boolean => useContext(InsideShell);
