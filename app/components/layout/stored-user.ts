import { useEffect } from 'react';
import { clearStoredUser, getStored, keepStoredUser, putStored } from '~/lib/stored-values';

/** On a public page: what the browser kept about the last user is removed once, unless the session goes on (`isKept`). */
export function useClearStoredUser(isKept = false): void {
  useEffect(() => {
    if (!isKept) clearStoredUser();
  }, [isKept]);
}

/** On a protected page: the browser knows whose it is, for unsent answers and drafts. */
export function useStoredUser(userId: number): void {
  useEffect(() => keepStoredUser(userId), [userId]);
}

const ASK_AFTER_MS = 1500;

/** The same, with what the server says about the user; asked for once a sign-in, when the page has come to rest. */
export function useStoredUserAndInfo(userId: number): void {
  useStoredUser(userId);
  useEffect(() => {
    if (getStored('cms_data') !== undefined) return undefined;
    const ask = () => {
      import('~/lib/api-client')
        .then(({ request }) => request<object>('cms/info', { headers: { 'X-Background': '1' } }))
        .then((answer) => {
          if (answer.ok && getStored('current_user_id') === userId) putStored('cms_data', answer.data);
        })
        .catch(() => undefined); // Off line: the next page asks.
    };
    const timer = setTimeout(ask, ASK_AFTER_MS);
    return () => clearTimeout(timer);
  }, [userId]);
}
