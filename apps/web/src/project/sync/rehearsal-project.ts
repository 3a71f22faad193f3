import { type GraphView, newNodeTitle, nodeFields, type NodeId } from '@espalier/domain'
import { createNodeReader, createReplica, type NodeRecord, type SentNode } from '@espalier/sync'

/** The part of an open project that its layout needs. */
export interface RehearsalProject {
  readonly graph: GraphView
  node(id: NodeId): NodeRecord | undefined
  nodes(): Iterable<NodeRecord>
}

const projectId = 'rehearsal'
const branching = 4
const words = 5

const sentNode = (at: number): SentNode => ({
  ...nodeFields.pageDefaults,
  id: `${projectId} ${at}`,
  parentIds: at === 0 ? [] : [`${projectId} ${Math.floor((at - 1) / branching)}`],
  title: `<p>${Array.from({ length: words }, (_, word) => newNodeTitle.slice(0, 2 + ((at + word) % 6))).join(' ')}</p>`,
  position: at,
})

/** Creates a made-up project that goes through the same code as a real one. */
export function createRehearsalProject(size: number): RehearsalProject {
  const nodes = Array.from({ length: size }, (_, at) => sentNode(at)).map(createNodeReader(projectId))
  const { graph, node, nodes: all } = createReplica({ projectId, seq: 1, nodes, newId: () => '' })
  return { graph, node, nodes: all }
}
