import { recordingsStories } from './recordings.stories';

recordingsStories();
