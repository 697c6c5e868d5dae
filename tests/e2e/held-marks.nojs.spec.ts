import { heldMarksStories } from './held-marks.stories';

heldMarksStories();
