/** Told by a form that keeps itself on the server: it stands there just as it stands here. */
export const STORED = 'stored';

/** Told by a form that was not sent: its page found something wrong. */
export const REFUSED = 'refused';
