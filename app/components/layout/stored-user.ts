import { useEffect } from 'react';
import { clearStoredUser, putStored } from '~/lib/stored-values';

/** On a public page: what the browser kept about the last user is removed once. */
export function useClearStoredUser(): void {
  useEffect(clearStoredUser, []);
}

/** On a protected page: the browser knows whose it is, for unsent answers. */
export function useStoredUser(userId: number): void {
  useEffect(() => {
    putStored('current_user_id', userId);
  }, [userId]);
}
