// What a look at the machine finds: one sentence and what to do, and whether it stands in the way.

/** As it should be. */
export const ok = (text) => ({ level: 'ok', text });
/** Worth knowing. */
export const warn = (text) => ({ level: 'warn', text });
/** Nothing can begin before this is mended. */
export const fail = (text) => ({ level: 'fail', text });
