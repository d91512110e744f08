import { createContext, useContext } from 'react';

export interface TabApi {
  /** Title of the tab, when the screen has a better one than the menu: the title of a record. */
  setTitle: (title: string) => void;
  /** While set, closing or reloading the tab asks for confirmation. */
  setDirty: (dirty: boolean) => void;
  close: () => void;
  /** Another page replaces this one: the next record opens in the same tab. */
  goOn: (path: string) => void;
  reload: () => void;
}

const outside: TabApi = { setTitle: () => {}, setDirty: () => {}, close: () => {}, goOn: () => {}, reload: () => {} };

export const TabContext = createContext<TabApi>(outside);

/** The tab a screen is in; outside of tabs its functions do nothing. */
export const useTab = (): TabApi => useContext(TabContext);
