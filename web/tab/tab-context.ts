import { createContext, useContext } from 'react';

export interface TabApi {
  /** Name of the tab, when the screen knows better than the menu: a record's title. */
  setTitle: (title: string) => void;
  /** While set, closing or reloading the tab asks first. */
  setDirty: (dirty: boolean) => void;
  close: () => void;
  /** Another page takes the place of this one: the next record does not open one tab more. */
  goOn: (path: string) => void;
  reload: () => void;
}

const outside: TabApi = { setTitle: () => {}, setDirty: () => {}, close: () => {}, goOn: () => {}, reload: () => {} };

export const TabContext = createContext<TabApi>(outside);

/** The tab a screen stands in; outside of tabs it does nothing. */
export const useTab = (): TabApi => useContext(TabContext);
