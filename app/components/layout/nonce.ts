import { createContext, useContext } from 'react';

const NonceContext = createContext('');

/** Carries the answer's CSP nonce through the server render; '' in the browser, which does not need it. */
export const NonceProvider = NonceContext.Provider;

/** The nonce for inline scripts of this answer. */
export function useNonce(): string {
  return useContext(NonceContext);
}
