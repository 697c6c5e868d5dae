import { bankStories } from './banks.stories';

bankStories({ javaScriptEnabled: false });
