import { createContext } from 'react';

/**
 * By which an input tells its form that something of its field is still on its way, such as a file: until what it is
 * answered with is called, the form is neither sent nor left without a question.
 */
export const PendingInputContext = createContext<(() => () => void) | undefined>(undefined);
