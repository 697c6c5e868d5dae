import { moderationStories } from './moderation.stories';

moderationStories();
