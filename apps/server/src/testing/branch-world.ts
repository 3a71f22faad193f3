import type { SignedInViewer } from '../features/projects/index.ts'
import { type NodeClient, openTestProject } from './node-client.ts'
import { openProjectWorld, type ProjectWorld } from './project-world.ts'
import { createToken, startTokenServer, type TokenServer } from './token-server.ts'

/** A word in every text outside of the branch that must stay unknown, and in nothing that a program sends. */
export const hiddenMark = 'zebrafish'

/** The nodes of the plan by name. `goal` is above the branch; only its title may be known. */
interface BranchIds {
  readonly goal: string
  readonly top: string
  readonly inner: string
  readonly leaf: string
  /** Also below a node outside, which is its first parent. */
  readonly shared: string
  /** Waits for a node outside. */
  readonly waiting: string
  readonly outside: string
  readonly outsideChild: string
  readonly elsewhere: string
}

/** A project with a branch, and a program that has a token for the branch. */
export interface BranchWorld {
  readonly world: ProjectWorld
  readonly server: TokenServer
  readonly owner: SignedInViewer
  readonly plan: NodeClient
  readonly ids: BranchIds
  readonly commentId: string
  readonly otherProjectId: string
  readonly tokenId: string
  readonly secret: string
  readonly close: () => Promise<void>
}

const updateProject = `mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id } }`
const addComment = 'mutation ($nodeId: ID!, $body: String!) { addComment(nodeId: $nodeId, body: $body) { id } }'

export async function openBranchWorld(): Promise<BranchWorld> {
  const world = await openProjectWorld()
  const server = await startTokenServer(world)
  const owner = world.person('owner')
  const plan = await openTestProject(world, owner, 'Plan')
  const other = await openTestProject(world, owner, `Other ${hiddenMark}`)
  const assigneeIds = [owner.person.id]
  const hidden = { body: `About ${hiddenMark}`, assigneeIds }
  const goal = await plan.add({ title: 'Goal', ...hidden })
  const outside = await plan.add({ title: `Outside ${hiddenMark}`, ...hidden, parentId: goal.id, estimate: 100 })
  const outsideChild = await plan.add({ title: `Below ${hiddenMark}`, ...hidden, parentId: outside.id })
  const top = await plan.add({ title: 'Top', parentId: goal.id, assigneeIds })
  const inner = await plan.add({ title: 'Inner', parentId: top.id, estimate: 2 })
  const leaf = await plan.add({ title: 'Leaf', parentId: inner.id, assigneeIds, estimate: 3 })
  const shared = await plan.add({ title: 'Shared', parentId: outside.id })
  await plan.change(shared.id, { parentIds: [outside.id, inner.id] })
  const waiting = await plan.add({ title: 'Waiting', parentId: top.id, blockedByIds: [outsideChild.id] })
  const elsewhere = await other.add({ title: `Elsewhere ${hiddenMark}`, ...hidden })
  const ids = { goal, top, inner, leaf, shared, waiting, outside, outsideChild, elsewhere }
  await world.get(owner, updateProject, {
    id: plan.projectId,
    data: {
      body: `Project ${hiddenMark}`,
      json: { about: hiddenMark },
      views: [{ name: `View ${hiddenMark}`, kind: 'map', isShared: true }],
    },
  })
  const { addComment: comment } = await world.get<{ addComment: { id: string } }>(owner, addComment, {
    nodeId: outside.id,
    body: `Comment ${hiddenMark}`,
  })
  const { token, secret } = await createToken(world, owner, { nodeId: top.id })
  return {
    world,
    server,
    owner,
    plan,
    ids: Object.fromEntries(Object.entries(ids).map(([name, { id }]) => [name, id])) as unknown as BranchIds,
    commentId: comment.id,
    otherProjectId: other.projectId,
    tokenId: token.id,
    secret,
    close: async () => {
      await server.close()
      await world.close()
    },
  }
}

/** The ids that must not be in any answer. */
export const listHiddenIds = ({ ids, commentId, otherProjectId }: BranchWorld): readonly string[] => [
  ids.goal,
  ids.outside,
  ids.outsideChild,
  ids.elsewhere,
  commentId,
  otherProjectId,
]

/** Everything that the program must not change. */
export async function readOutsideOfBranch({ world, ids, plan }: BranchWorld): Promise<unknown> {
  const { rows } = await world.test.pool.query(
    `select (select json_agg(nodes order by id) from nodes where id = any($2::uuid[])) as nodes,
       (select json_agg(node_parents order by node_id, parent_id) from node_parents
        where node_id = any($2::uuid[]) or parent_id = any($2::uuid[])) as links,
       (select parent_ids from nodes where id = $3) as top, (select is_deleted from nodes where id = $3) as "isTopDeleted",
       (select count(*) from nodes where parent_ids = '{}' and project_id = $1) as roots,
       (select json_agg(json_build_array(id, title, body, json, status, owner, general_access, tags, stages, views,
         field_definitions, estimate_unit, viewers_may_comment) order by id) from projects) as projects,
       (select json_agg(comments order by id) from comments where node_id = any($2::uuid[])) as comments,
       (select json_agg(access_tokens.id order by id) from access_tokens) as tokens,
       (select json_agg(project_members) from project_members) as members,
       (select count(*) from imports) as imports, (select count(*) from calendar_feeds) as feeds`,
    [plan.projectId, [ids.goal, ids.outside, ids.outsideChild, ids.elsewhere], ids.top],
  )
  return rows
}
