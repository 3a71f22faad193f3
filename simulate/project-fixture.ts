import type { Person } from '@espalier/server/src/ports/identities.ts'
import { nodeFields } from '@espalier/domain'
import type { NodeRecord } from '@espalier/server/src/database/nodes.ts'
import type { ProjectRow } from '@espalier/server/src/database/projects.ts'
import type { Chance } from './chance.ts'
import { joinKey } from './storage/rows.ts'
import { textBytes } from './storage/project-statements.ts'
import type { Storage } from './storage/storage.ts'

export const createPerson = (id: string): Person => ({
  id,
  email: `${id}@example.com`,
  firstname: null,
  lastname: null,
  picture: null,
  status: 'active',
})

const startOfTime = new Date(Date.UTC(2026, 0, 1))

function createNode(projectId: string, id: string, parentIds: readonly string[], position: number): NodeRecord {
  return {
    ...nodeFields.defaults,
    id,
    projectId,
    parentIds,
    title: 'Node',
    position,
    transitions: [{ dt: startOfTime.getTime(), from: 'deleted', to: 'todo' }],
  }
}

/** Creates a small tree, in some runs with siblings so close that the next insert between them spreads them. */
function someNodes(projectId: string, chance: Chance): readonly NodeRecord[] {
  const gap = chance.pick([100, 100, 3e-6, 1.5e-6])
  const [root, ...rest] = Array.from({ length: chance.between(4, 9) }, () => chance.uuid())
  if (root === undefined) return []
  const nodes = [createNode(projectId, root, [], 5_000)]
  for (const [index, id] of rest.entries()) {
    const isDeep = chance.happens(0.4) && nodes.length > 1
    const parent = isDeep ? chance.pick(nodes.slice(1)).id : root
    nodes.push(createNode(projectId, id, [parent], 1_000 + index * gap))
  }
  return nodes
}

/** Creates tags, stages and own fields; in some runs there are no stages, so that a status stands for itself. */
function someLists(chance: Chance): Pick<ProjectRow, 'tags' | 'stages' | 'field_definitions'> {
  const colour = '#aaaaaa'
  const stages = (['todo', 'todo', 'progress', 'done'] as const).map((category, at) => ({
    id: chance.uuid(),
    name: `Stage ${at}`,
    category,
    colour,
    counts: true,
  }))
  return {
    tags: Array.from({ length: 4 }, (_, at) => ({ id: chance.uuid(), name: `Tag ${at}`, colour })),
    stages: chance.pick([[], stages, stages.slice(1, 3)]),
    field_definitions: (['text', 'number', 'checkbox', 'person'] as const).map((type) => ({
      id: chance.uuid(),
      name: type,
      type,
      options: [],
    })),
  }
}

/** Creates a project with some nodes, its owner, and editors. */
export function createProjectFixture(storage: Storage, chance: Chance, userIds: readonly string[]): string {
  const projectId = chance.uuid()
  const nodes = someNodes(projectId, chance)
  const tx = storage.begin()
  const project: Omit<ProjectRow, 'text_bytes'> = {
    id: projectId,
    owner: userIds[0] ?? '',
    title: 'A project',
    body: '',
    status: 'active',
    layout: 'tree-right',
    general_access: 'restricted',
    json: null,
    jira_sync: false,
    jira_fields: null,
    jira_estimate: 'points',
    jira_links: 'blockers',
    editors_may_share: true,
    viewers_may_comment: false,
    estimate_unit: 'points',
    ...someLists(chance),
    views: [],
    seq: 1,
    log_from: 0,
    todo_count: nodes.length,
    progress_count: 0,
    done_count: 0,
    content_bytes: 0,
    history_bytes: 0,
    created_at: startOfTime,
    updated_at: startOfTime,
    deleted_at: null,
  }
  tx.put('projects', projectId, { ...project, text_bytes: textBytes(project) })
  for (const userId of userIds.filter((id) => id !== userIds[0])) {
    tx.put('project_members', joinKey(projectId, userId), { project_id: projectId, user_id: userId, role: 'editor' })
  }
  for (const node of nodes) tx.put('nodes', node.id, node)
  tx.put('change_log', joinKey(projectId, 1), {
    project_id: projectId,
    seq: 1,
    kind: 'nodes-updated',
    payload: { nodes },
    node_ids: nodes.map(({ id }) => id),
    is_structural: true,
    client_id: null,
    op_id: null,
  })
  tx.commit()
  return projectId
}
