import { resultStories } from './results.stories';

resultStories();
