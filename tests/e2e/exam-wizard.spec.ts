import { examWizardStory } from './support/exam-wizard-story';

examWizardStory();
