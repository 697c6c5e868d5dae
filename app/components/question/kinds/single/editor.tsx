import type { KindEditor } from '../editor-parts';
import { OptionRows } from '../option-rows';

export const single: KindEditor = {
  stemHint: '',
  stemRows: 3,
  keyFields: ({ body }) => <OptionRows isMultiple={false} body={body} />,
};
