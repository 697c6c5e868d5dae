import { createContext } from 'react';
import type { ReactNode } from 'react';

/** What a layout puts beneath the head of every page inside it: its tabs, its steps. An error page has no such head. */
export const BelowHead = createContext<ReactNode>(null);
