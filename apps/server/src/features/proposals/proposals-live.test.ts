import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type LiveServer, type LiveWorld, openLiveWorld } from '../../testing/live-world.ts'
import { type NodeClient, openTestProject } from '../../testing/node-client.ts'
import { createProposalClient } from '../../testing/proposal-client.ts'
import type { SignedInViewer } from '../projects/index.ts'

const proposalChanged = `subscription ($projectId: ID!) {
  proposalChanged(projectId: $projectId) { id state author { email } changes { decision fits problem } } }`
const updateProject = `mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id } }`

let live: LiveWorld
let owner: SignedInViewer
let editor: SignedInViewer
let plan: NodeClient

beforeEach(async () => {
  live = await openLiveWorld({ lookMs: 50 })
  owner = live.world.person('ada')
  editor = live.world.person('bob')
  plan = await openTestProject(live.world, owner)
  const sharing = { users: { [editor.person.id]: 'editor' }, generalAccess: 'anyone' }
  await live.world.get(owner, updateProject, { id: plan.projectId, data: { sharing } })
})
afterEach(() => live.close())

/** Subscribes to proposals and to nodes, and waits until both run. */
async function listen(server: LiveServer, viewer: SignedInViewer) {
  const client = await server.connect(viewer)
  const proposals = client.subscribe(proposalChanged, { projectId: plan.projectId })
  const { nodeCreated: nodes } = await client.enter(plan.projectId, ['nodeCreated'])
  return { client, proposals, nodes }
}

describe('Live proposals', () => {
  it.each([
    ['on the same server', async () => live],
    ['on another server that gets no messages', () => live.another()],
  ])('reach people %s: new, decided and withdrawn', async (_name, findServer) => {
    const { client, proposals, nodes } = await listen(await findServer(), editor)
    const writer = createProposalClient(live.world, owner, plan.projectId)
    const made = await writer.propose([{ op: 'create', data: { title: 'Peas' } }])
    await proposals.payloads.atLeast(1)
    await writer.decide(made.id, [made.changes[0]?.id ?? ''])
    await proposals.payloads.atLeast(2)
    await nodes.payloads.atLeast(1)
    const second = await writer.propose([{ op: 'create', data: { title: 'Beans' } }])
    await proposals.payloads.atLeast(3)
    await writer.try('withdrawProposal', { id: second.id })
    const received = await proposals.payloads.atLeast(4)
    const fitting = { author: { email: 'ada@example.com' }, changes: [{ decision: null, fits: true, problem: null }] }
    expect(received.map(({ data }) => data?.['proposalChanged'])).toEqual([
      { id: made.id, state: 'open', ...fitting },
      { id: made.id, state: 'decided', ...fitting, changes: [{ decision: 'accepted', fits: true, problem: null }] },
      { id: second.id, state: 'open', ...fitting },
      { id: second.id, state: 'withdrawn', ...fitting },
    ])
    await client.close()
  })

  it('sends no proposals to visitors by a link', async () => {
    const stranger = await listen(live, live.world.person('eve'))
    const named = await listen(live, editor)
    const writer = createProposalClient(live.world, owner, plan.projectId)
    const made = await writer.propose([{ op: 'create', data: { title: 'Peas' } }])
    await writer.decide(made.id, [made.changes[0]?.id ?? ''])
    await named.proposals.payloads.atLeast(2)
    await stranger.nodes.payloads.atLeast(1)
    expect(stranger.proposals.payloads.items).toEqual([])
    await stranger.client.close()
    await named.client.close()
  })
})
