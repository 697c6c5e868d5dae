import { z } from 'zod';
import { addNamedType, deleteNamedTypes } from '~/domain/question-bank/named-type.commands.server';
import { listNamedTypes } from '~/domain/question-bank/named-type.queries.server';
import { addNamedTypeSchema, deleteNamedTypesSchema } from '~/domain/question-bank/named-type.schema';
import { count, idName } from '~/http/answers/common';
import { call, defineApi } from '~/http/api.server';

const { loader, action } = defineApi('examType', {
  // A POST by the specification; GET is as good.
  list: call(['POST', 'GET'], 'user', z.object({}), z.array(idName), () => listNamedTypes('exam')),
  add: call('POST', 'teacher', addNamedTypeSchema, idName, ({ actor, input, now }) =>
    addNamedType(actor, 'exam', input, now),
  ),
  delete: call('POST', 'teacher', deleteNamedTypesSchema, count, ({ actor, input, now }) =>
    deleteNamedTypes(actor, 'exam', input.ids, now),
  ),
});

export { loader, action };
