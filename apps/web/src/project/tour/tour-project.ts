import { noDefinitions, nodeFields, type NodeId, type NodeStatus } from '@espalier/domain'
import type { NodeRecord, OpenedProject, SentProject } from '@espalier/sync'
import { createMemoryTransport } from '@espalier/sync/memory'
import { randomId } from '../../platform/crypto.ts'
import { tourTexts } from '../../texts/tour.ts'
import { openProjectWithTransport } from '../sync/open-project-lazily.ts'

const projectId = 'tour'
/** The distance between siblings, which leaves room for nodes between them. */
const positionStep = 1_000

const describeProject = (): SentProject => ({
  id: projectId,
  title: tourTexts.plan,
  body: '',
  status: 'active',
  completionStatus: 'progress',
  owner: '',
  layout: 'tree-right',
  sharing: { generalAccess: 'restricted' },
  nodeLinks: [],
  integrationSettings: { jiraSync: false },
  seq: 1,
  updatedAt: 0,
  ...noDefinitions,
  views: [],
  viewersMayComment: false,
})

const describeNode = (
  id: NodeId,
  parentId: NodeId | null,
  title: string,
  status: NodeStatus,
): Omit<NodeRecord, 'position'> => ({
  ...nodeFields.pageDefaults,
  id,
  projectId,
  parentIds: parentId === null ? [] : [parentId],
  title,
  status,
})

/** Lists a small plan with every status. Siblings are in the order of the list. */
const listTourNodes = (): readonly NodeRecord[] =>
  [
    describeNode('plan', null, tourTexts.plan, 'progress'),
    describeNode('place', 'plan', tourTexts.place, 'done'),
    describeNode('visit', 'place', tourTexts.visit, 'done'),
    describeNode('lease', 'place', tourTexts.lease, 'done'),
    describeNode('kitchen', 'plan', tourTexts.kitchen, 'progress'),
    describeNode('oven', 'kitchen', tourTexts.oven, 'progress'),
    describeNode('inspection', 'kitchen', tourTexts.inspection, 'todo'),
    describeNode('opening', 'plan', tourTexts.opening, 'todo'),
    describeNode('neighbors', 'opening', tourTexts.neighbors, 'todo'),
    describeNode('bake', 'opening', tourTexts.bake, 'todo'),
  ].map((node, index) => ({ ...node, position: (index + 1) * positionStep }))

/** Opens the plan of the tour with the product's own client. It lives in the memory of this tab and nowhere else. */
export async function openTourProject(): Promise<OpenedProject> {
  const transport = createMemoryTransport({
    project: describeProject(),
    nodes: listTourNodes(),
    clientId: randomId(),
  })
  const opening = await openProjectWithTransport(projectId, transport)
  if (opening.kind !== 'open') throw new Error('The project of the tour did not open')
  opening.allowEditing(true)
  return opening
}
