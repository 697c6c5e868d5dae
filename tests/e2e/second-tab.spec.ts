import { secondTabStories } from './second-tab.stories';

secondTabStories({ hasScript: true });
