import { firstStepsStories } from './first-steps.stories';

firstStepsStories();
