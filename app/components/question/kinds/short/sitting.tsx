import { TextAnswer, type KindSitting } from '../sitting-parts';

export const short: KindSitting<unknown> = { answer: (props) => <TextAnswer {...props} /> };
