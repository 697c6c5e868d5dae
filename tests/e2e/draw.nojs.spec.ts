import { drawStories } from './support/draw-story';

drawStories();
