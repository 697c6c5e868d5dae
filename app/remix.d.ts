/// <reference types="@remix-run/node" />
/// <reference types="vite/client" />

// Loader and action types as single fetch really sends them.
declare module '@remix-run/node' {
  interface Future {
    v3_singleFetch: true;
  }
}

export {};
