import type { ShouldRevalidateFunctionArgs } from '@remix-run/react';

/**
 * For pages whose forms carry a key: after a refusal the page is read again, so that what is sent then is a new request
 * and not a repeat of the one before.
 */
export function shouldRevalidate({ formData, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return formData !== undefined || defaultShouldRevalidate;
}
