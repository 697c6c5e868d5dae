import { printStories } from './print.stories';

printStories();
