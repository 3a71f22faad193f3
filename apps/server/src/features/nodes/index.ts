export { EditRefusedError, requireAccepted, nodeNotFoundError, readNodeTitle } from './node-input.ts'
export { addManyNodes, addNode } from './create-node.ts'
export { nodesSlice } from './resolvers.ts'
export { nodePolicy } from './policy.ts'
export { openProjectOfNode } from './update-nodes.ts'
export {
  type DecidedChange,
  decideNodeChange,
  type DecisionContext,
  type NodeChange,
  readNodeChange,
  storeNodeChange,
} from './decide-change.ts'
