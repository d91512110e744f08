import { createContext, useContext } from 'react';

/**
 * Set when a page is drawn inside the shell of a signed-in area, which already has a main landmark: the function that
 * opens the shell's search with a query.
 */
export const OpenShellSearchContext = createContext<((query: string) => void) | undefined>(undefined);
export const useIsInsideShell = (): boolean => useContext(OpenShellSearchContext) !== undefined;
