import { useNavigation, type ShouldRevalidateFunctionArgs } from '@remix-run/react';
import { useEffect } from 'react';

/** A write is under way, or what it changed is not read yet: a click that overtakes it must not keep what was. */
let isWriting = false;

const isWrite = (method: string | undefined) => method !== undefined && method.toUpperCase() !== 'GET';

/**
 * For the shouldRevalidate of a layout: whether a click only reads on among the pages inside it, so that what it has
 * may stay. Not after a write, nor when the same address is asked for once more.
 */
export function isReadingOn({ formMethod, currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return !isWrite(formMethod) && !isWriting && currentUrl.href !== nextUrl.href;
}

/** Called by the layout with the data it has: notices writes that a click interrupts. */
export function useKeptData(data: unknown): void {
  const { formMethod } = useNavigation();
  useEffect(() => {
    isWriting = false;
  }, [data]);
  useEffect(() => {
    if (isWrite(formMethod)) isWriting = true;
  }, [formMethod]);
}
