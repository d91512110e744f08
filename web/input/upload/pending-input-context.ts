import { createContext } from 'react';

/**
 * With this an input tells its form that a value is pending, such as an upload. Until the returned function is
 * called, the form is not sent, and leaving it asks first.
 */
export const PendingInputContext = createContext<(() => () => void) | undefined>(undefined);
