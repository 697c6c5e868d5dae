import { worksStories } from './works.stories';

worksStories();
