/** Told by a form that keeps itself on the server: it stands there just as it stands here. */
export const STORED = 'stored';
