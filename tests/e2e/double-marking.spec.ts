import { doubleMarkingStory } from './double-marking.stories';

doubleMarkingStory();
