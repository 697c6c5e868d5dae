import { address } from './address';

// What every page may lead to.

/** Signing in. */
export const toLogin = (query?: { redirectTo?: string; invite?: string; reset?: 1 }) => address('/login', query);

/** The home page. */
export const toDashboard = () => address('/dashboard');
