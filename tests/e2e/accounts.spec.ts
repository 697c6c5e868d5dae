import { accountStories } from './accounts.stories';

accountStories();
