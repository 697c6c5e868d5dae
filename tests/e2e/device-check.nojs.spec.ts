import { deviceCheckStories } from './device-check.stories';

deviceCheckStories();
