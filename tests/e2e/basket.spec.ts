import { basketStories } from './support/basket-story';

basketStories();
