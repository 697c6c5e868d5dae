import { layoutStories } from './layouts.stories';

layoutStories({ javaScriptEnabled: true });
