import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False on the server and in the first browser render, then true: for parts that only script can serve. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
