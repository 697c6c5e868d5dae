import { sectionStories } from './sections.stories';

sectionStories();
