import { membersStory } from './support/members-story';

membersStory();
