import type { KindEditor } from '../editor-parts';
import { OptionRows } from '../option-rows';

export const multiple: KindEditor = {
  stemHint: '',
  stemRows: 3,
  keyFields: ({ body }) => <OptionRows isMultiple body={body} />,
};
