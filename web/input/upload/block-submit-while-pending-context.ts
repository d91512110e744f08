import { createContext } from 'react';

/**
 * Lets an input mark its value as pending, for example during an upload. Until the returned function is called, the
 * form is not sent, and leaving it asks for confirmation.
 */
export const BlockSubmitWhilePendingContext = createContext<(() => () => void) | undefined>(undefined);
