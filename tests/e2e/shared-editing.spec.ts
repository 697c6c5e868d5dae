import { sharedEditingStories } from './shared-editing.stories';

sharedEditingStories();
