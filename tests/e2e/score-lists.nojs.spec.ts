import { scoreListStories } from './score-lists.stories';

scoreListStories();
