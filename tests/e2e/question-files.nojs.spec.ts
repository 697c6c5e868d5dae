import { questionFileStories } from './question-files.stories';

questionFileStories();
