import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import {
  type Actor,
  actors,
  onlyForPeople,
  type Operation,
  type Scene,
  type State,
  states,
  type TokenActor,
  tokenActors,
} from '../../testing/access-answers.ts'
import { accessTable, updateProjectDocument } from '../../testing/access-table.ts'
import { nodeDocuments, openTestProject } from '../../testing/node-client.ts'
import { addWebhook } from '../../testing/webhook-access.ts'
import { anonymousViewer, readErrorCode, openProjectWorld, type ProjectWorld } from '../../testing/project-world.ts'
import type { TokenGrant, Viewer } from '../../api/viewer.ts'
import type { SignedInViewer } from './index.ts'

let world: ProjectWorld
const people = new Map<Actor, Viewer>([['anonymous', anonymousViewer]])
let owner: SignedInViewer

beforeAll(async () => {
  world = await openProjectWorld()
  owner = world.person('owner')
  people.set('owner', owner).set('owner without access', { ...owner, hasAccess: false })
  for (const actor of ['stranger', 'viewer', 'editor'] as const) people.set(actor, world.person(actor))
  for (const viewer of people.values()) {
    if (viewer.kind === 'anonymous') continue
    const row = [viewer.accountId, viewer.person.id, viewer.person.email]
    await world.test.pool.query(
      'insert into accounts (id, user_id, email) values ($1, $2, $3) on conflict do nothing',
      row,
    )
  }
})
afterAll(() => world.close())

const findViewer = (actor: Actor): Viewer => people.get(actor) ?? anonymousViewer
const findPersonId = (actor: Actor): string => {
  const viewer = findViewer(actor)
  return viewer.kind === 'person' ? viewer.person.id : ''
}

async function makeScene(state: State): Promise<Scene> {
  const made = await world.get<{ createProject: { id: string } }>(owner, nodeDocuments.createProject, {
    data: { title: 'Plan' },
  })
  const projectId = made.createProject.id
  const ids: string[] = []
  for (let count = 0; count < 2; count += 1) {
    const node = await world.get<{ createNode: { id: string } }>(owner, nodeDocuments.createNode, {
      data: { projectId },
    })
    ids.push(node.createNode.id)
  }
  const { addComment } = await world.get<{ addComment: { id: string } }>(
    owner,
    'mutation ($nodeId: ID!) { addComment(nodeId: $nodeId, body: "x") { id } }',
    { nodeId: ids[0] },
  )
  const { createProposal: proposal } = await world.get<{
    createProposal: { id: string; changes: readonly { id: string }[] }
  }>(
    owner,
    `mutation ($projectId: ID!, $changes: [JSON!]!) {
      createProposal(projectId: $projectId, title: "x", changes: $changes) { id changes { id } } }`,
    { projectId, changes: [{ op: 'update', id: ids[0], data: { title: 'z' } }] },
  )
  const hook = await addWebhook(world.test.pool, projectId, owner.person.id)
  const users = { [findPersonId('viewer')]: 'viewer', [findPersonId('editor')]: 'editor' }
  const sharing = { users, generalAccess: state === 'restricted' ? 'restricted' : 'anyone' }
  await world.get(owner, updateProjectDocument, { id: projectId, data: { sharing } })
  if (state === 'deleted') await world.get(owner, updateProjectDocument, { id: projectId, data: { status: 'deleted' } })
  const [nodeId = '', otherNodeId = ''] = ids
  return {
    projectId,
    nodeId,
    otherNodeId,
    commentId: addComment.id,
    proposalId: proposal.id,
    changeId: proposal.changes[0]?.id ?? '',
    ...hook,
    ownerEmail: owner.person.email,
    ownId: '',
  }
}

const readSeq = async (projectId: string): Promise<unknown> =>
  (await world.test.pool.query('select seq from projects where id = $1', [projectId])).rows[0]?.seq

function actAsToken(actor: TokenActor, scene: Scene): Viewer {
  const { projectId } = scene
  const only = actor === 'token for another project' ? randomUUID() : projectId
  const isForAll = actor === 'editor token for all projects'
  const role = tokenRoles[actor]
  const scope = { projectId: isForAll ? null : only, nodeId: findTopOfBranch(actor, scene) }
  return { ...owner, token: { id: randomUUID(), name: 'x', role, ...scope, expiresAt: null } }
}

function findTopOfBranch(actor: TokenActor, { nodeId, otherNodeId }: Scene): string | null {
  if (actor === 'branch token') return nodeId
  return actor === 'token for another branch' ? otherNodeId : null
}

const tokenRoles: Readonly<Record<TokenActor, TokenGrant['role']>> = {
  'reader token': 'reader',
  'proposer token': 'proposer',
  'editor token': 'editor',
  'token for another project': 'editor',
  'editor token for all projects': 'editor',
  'branch token': 'editor',
  'token for another branch': 'editor',
}

async function readAnswer({ query, variables }: Operation, viewer: Viewer, fixture: Scene): Promise<string> {
  const before = await readSeq(fixture.projectId)
  const answer = await world.ask(viewer, query, variables?.(fixture) ?? {})
  const code = readErrorCode(answer)
  if (code === undefined) return 'ok'
  expect(await readSeq(fixture.projectId)).toBe(before)
  return String(code)
}

/** Making one takes ten requests, which was most of the time: the next actor and the next operation find it again. */
const unchangedScenes = new Map<State, Scene>()

/** A query leaves its project as it was, and so does a refused mutation. */
const changesScene = ({ query }: Operation, answer: string): boolean => answer === 'ok' && /^\s*mutation\b/.test(query)

const choosePerson = (actor: Actor) => [findViewer(actor), findPersonId(actor)] as const
const chooseToken = (actor: TokenActor, scene: Scene) => [actAsToken(actor, scene), owner.person.id] as const

/** Asks as each of the actors in each of the states. */
async function collectAnswers<Name extends string>(
  operation: Operation,
  names: readonly Name[],
  choose: (name: Name, scene: Scene) => readonly [viewer: Viewer, ownId: string],
): Promise<Record<string, string[]>> {
  const found = new Map<string, string[]>(names.map((name) => [name, []]))
  for (const state of states) {
    for (const name of names) {
      const scene = unchangedScenes.get(state) ?? (await makeScene(state))
      unchangedScenes.delete(state)
      const [viewer, ownId] = choose(name, scene)
      const answer = await readAnswer(operation, viewer, { ...scene, ownId })
      if (!changesScene(operation, answer)) unchangedScenes.set(state, scene)
      found.get(name)?.push(answer)
    }
  }
  return Object.fromEntries(found)
}

describe('Project policy', () => {
  const { schema } = { schema: () => world.engine.schema }
  it('covers every query and mutation of the schema', () => {
    const served = [schema().getQueryType(), schema().getMutationType()].flatMap((root) =>
      Object.keys(root?.getFields() ?? {}),
    )
    expect(Object.keys(accessTable).sort()).toEqual(served.sort())
  })

  const cases = Object.entries(accessTable).flatMap(([name, operations]) =>
    operations.map((operation, index) => [name, index + 1, operation] as const),
  )
  it.each(cases)('the access table for %s, case %i', async (_name, _index, operation) => {
    expect(await collectAnswers(operation, actors, choosePerson)).toEqual(operation.expected)
  })

  it.each(cases)('the access table for %s, case %i, with access tokens', async (_name, _index, operation) => {
    expect(await collectAnswers(operation, tokenActors, chooseToken)).toEqual(operation.tokens ?? onlyForPeople)
  })

  it('gives exactly the same answer for hidden and missing projects', async () => {
    const { projectId, nodeId } = await makeScene('restricted')
    const ask = (query: string, variables: Record<string, unknown>) =>
      world.ask(findViewer('stranger'), query, variables)
    const nothing = randomUUID()
    const own = await openTestProject(world, findViewer('stranger'))
    const { id: ownNodeId } = await own.add()
    const project = 'query ($id: ID!) { project(id: $id) { id } }'
    expect(await ask(project, { id: projectId })).toEqual(await ask(project, { id: nothing }))
    expect(await ask(project, { id: projectId })).toEqual(await ask(project, { id: 'x' }))
    const pairs: readonly (readonly [string, Record<string, unknown>, Record<string, unknown>])[] = [
      [nodeDocuments.nodes, { projectId }, { projectId: nothing }],
      [updateProjectDocument, { id: projectId, data: { title: 'x' } }, { id: nothing, data: { title: 'x' } }],
      [nodeDocuments.updateNode, { id: nodeId, data: { title: 'x' } }, { id: nothing, data: { title: 'x' } }],
      [nodeDocuments.deleteNode, { id: nodeId }, { id: nothing }],
      [
        nodeDocuments.updateNode,
        { id: ownNodeId, data: { projectLink: projectId } },
        { id: ownNodeId, data: { projectLink: nothing } },
      ],
      [nodeDocuments.createNode, { data: { projectId } }, { data: { projectId: nothing } }],
      [
        nodeDocuments.createProject,
        { data: { title: 'x', nodeLinks: [nodeId] } },
        { data: { title: 'x', nodeLinks: [nothing] } },
      ],
    ]
    for (const [query, hidden, missing] of pairs) expect(await ask(query, hidden)).toEqual(await ask(query, missing))
  })

  it('audits refused access to existing projects', async () => {
    const { projectId } = await makeScene('restricted')
    await world.ask(findViewer('stranger'), nodeDocuments.nodes, { projectId })
    expect(world.audited.at(-1)).toEqual({
      kind: 'access-refused',
      projectId,
      userId: findPersonId('stranger'),
      role: 'none',
      answer: 'NOT_FOUND',
    })
  })
})
