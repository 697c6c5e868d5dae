import { ownDataStories } from './own-data.stories';

ownDataStories();
