import { interactStories } from './interact.stories';
import { spokenFile } from './support/sitting-story';

interactStories((page) => page.getByLabel(/^录音文件/).setInputFiles(spokenFile()));
