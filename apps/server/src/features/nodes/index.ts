export { accepted } from './node-input.ts'
export { addManyNodes, addNode, type NodePlace, type WantedNode } from './create-node.ts'
export { nodesSlice, type NodesOptions } from './nodes-slice.ts'
export { nodePolicy } from './policy.ts'
