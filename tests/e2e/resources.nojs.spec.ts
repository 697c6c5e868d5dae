import { resourceStories } from './resources.stories';

resourceStories();
