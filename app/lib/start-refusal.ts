/** Why the program does not start; the message is a sentence for the person who started it, who needs no stack. */
export class StartRefusal extends Error {}
