import {
  BinaryOperationNode,
  OperationNodeTransformer,
  OperatorNode,
  PrimitiveValueListNode,
  ValueListNode,
  ValueNode,
  type KyselyPlugin,
  type OperationNode,
  type QueryId,
} from 'kysely';

const one = ValueNode.createImmediate(1);
const always = BinaryOperationNode.create(one, OperatorNode.create('='), one);
const never = BinaryOperationNode.create(one, OperatorNode.create('='), ValueNode.createImmediate(0));

const isEmptyList = (node: OperationNode) =>
  (PrimitiveValueListNode.is(node) || ValueListNode.is(node)) && node.values.length === 0;

/** Kysely's own HandleEmptyInListsPlugin (0.28) does not look into the subqueries of a comparison. */
class EmptyListTransformer extends OperationNodeTransformer {
  protected override transformBinaryOperation(node: BinaryOperationNode, queryId?: QueryId): BinaryOperationNode {
    const how = OperatorNode.is(node.operator) ? node.operator.operator : '';
    if (isEmptyList(node.rightOperand) && how === 'in') return never;
    if (isEmptyList(node.rightOperand) && how === 'not in') return always;
    return super.transformBinaryOperation(node, queryId);
  }
}

const transformer = new EmptyListTransformer();

/** `in ()` is nothing and `not in ()` everything, as SQLite has it; PostgreSQL refuses an empty list. */
export const emptyLists: KyselyPlugin = {
  transformQuery: ({ node, queryId }) => transformer.transformNode(node, queryId),
  transformResult: async ({ result }) => result,
};
