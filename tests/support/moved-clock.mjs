// Preloaded into a server (NODE_OPTIONS=--import): its computer's clock is ahead by the milliseconds in a file.
import { readFileSync } from 'node:fs';

const { KAOPING_MOVED_CLOCK: file = '' } = process.env;
const computers = Date.now;

Date.now = () => computers() + Number(readFileSync(file, 'utf8'));
