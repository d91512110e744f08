import { createContext, useContext } from 'react';

/**
 * Whether a page is drawn inside the shell of a signed-in area, which has a main part already: then what opens the search
 * of the shell, with words to begin with.
 */
export const InsideShell = createContext<((query: string) => void) | undefined>(undefined);
export const useInsideShell = (): boolean => useContext(InsideShell) !== undefined;
