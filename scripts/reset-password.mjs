// Gives an account a new one-time password, for when nobody can sign in any more:
//   node scripts/reset-password.mjs <account>
// Uses the same DATA_DIR and DATABASE_URL as the server, which may go on running.
import { useOwnNode } from './own-node.mjs';

// First: with the project's own Node.js this very script runs again, with what was typed.
await useOwnNode();
process.argv.splice(2, 0, 'reset-password');
await import('./tool.mjs');
