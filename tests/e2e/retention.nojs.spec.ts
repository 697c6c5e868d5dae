import { retentionStories } from './retention.stories';

retentionStories();
