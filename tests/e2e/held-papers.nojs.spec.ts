import { heldPaperStories } from './held-papers.stories';

heldPaperStories({ hasScript: false });
