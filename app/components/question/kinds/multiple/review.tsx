export { choice as multiple } from '../choice-review';
