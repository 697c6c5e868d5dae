import { secondTabStories } from './second-tab.stories';

secondTabStories({ hasScript: false });
