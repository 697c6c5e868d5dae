export { choice as single } from '../choice-review';
