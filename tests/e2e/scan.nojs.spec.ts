import { scanStories } from './scan.stories';

scanStories();
