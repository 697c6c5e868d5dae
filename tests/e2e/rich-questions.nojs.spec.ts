import { richQuestionStories } from './rich-questions.stories';

richQuestionStories();
