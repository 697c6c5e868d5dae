import { createContext, useContext } from 'react';

const InsideMain = createContext(false);

/** Put around what a layout draws inside its own <main>. */
export const InsideMainProvider = InsideMain.Provider;

/** True where a <main> stands around: a page must not have two. */
export function useIsInsideMain(): boolean {
  return useContext(InsideMain);
}
