import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSharedBus, type LiveServer, type LiveWorld, openLiveWorld } from '../../testing/live-world.ts'
import { openTestProject } from '../../testing/node-client.ts'
import { anonymousViewer } from '../../testing/project-world.ts'
import type { SignedInViewer } from '../projects/index.ts'

const listening = 'subscription { projectListChanged }'
const updating = 'mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { seq } }'
const linking = 'mutation ($projectId: ID!) { createInviteLink(projectId: $projectId, role: "viewer") { link } }'
const accepting = 'mutation ($token: String!) { acceptInvitation(token: $token) { seq } }'

let live: LiveWorld
let owner: SignedInViewer
let bea: SignedInViewer

beforeAll(async () => {
  live = await openLiveWorld()
  owner = live.world.person('owner')
  bea = live.world.person('bea')
})
afterAll(() => live.close())

/** Subscribes and waits until the subscription runs: a room that is entered afterwards confirms it. */
async function subscribe(viewer: SignedInViewer, { connect }: LiveServer = live) {
  const client = await connect(viewer)
  const subscription = client.subscribe(listening, {})
  const { projectId } = await openTestProject(live.world, viewer)
  await client.enter(projectId, ['projectUpdated'])
  return { client, subscription }
}

const share = async (projectId: string, changes: object) =>
  (
    await live.world.get<{ updateProject: { seq: number } }>(owner, updating, {
      id: projectId,
      data: { sharing: { changes } },
    })
  ).updateProject.seq

describe('projectListChanged', () => {
  it('announces a project to the person it is shared with, and when the role or the access ends', async () => {
    const { client, subscription } = await subscribe(bea)
    const { projectId } = await openTestProject(live.world, owner)
    const seqs: number[] = []
    for (const role of ['viewer', 'editor', null]) seqs.push(await share(projectId, { [bea.person.id]: role }))
    const payloads = await subscription.payloads.atLeast(3)
    expect(payloads).toEqual(
      seqs.map((seq) => ({ data: { projectListChanged: projectId }, extensions: { seq, clientId: null } })),
    )
    await client.close()
  })

  it('is silent for everybody else and for changes that concern nobody’s access', async () => {
    const stranger = live.world.person('stranger')
    const { client, subscription } = await subscribe(stranger)
    const { projectId } = await openTestProject(live.world, owner)
    await share(projectId, { [bea.person.id]: 'viewer' })
    await live.world.get(owner, updating, { id: projectId, data: { title: 'Other' } })
    await share(projectId, { [stranger.person.id]: 'viewer' })
    const payloads = await subscription.payloads.atLeast(1)
    expect(payloads.map(({ extensions }) => extensions?.seq)).toEqual([4])
    await client.close()
  })

  it('announces a project that the person joined by a link on another server', async () => {
    const bus = createSharedBus()
    const [first, second] = [await live.another(bus), await live.another(bus)]
    const { client, subscription } = await subscribe(bea, second)
    const { projectId } = await openTestProject(first.server, owner)
    const { createInviteLink } = await first.server.get<{ createInviteLink: { link: string } }>(owner, linking, {
      projectId,
    })
    const token = createInviteLink.link.slice(createInviteLink.link.lastIndexOf('/') + 1)
    await first.server.get(bea, accepting, { token })
    expect(await subscription.payloads.atLeast(1)).toMatchObject([{ data: { projectListChanged: projectId } }])
    await client.close()
  })

  it('is refused without a session', async () => {
    const client = await live.connect(anonymousViewer)
    const [refused] = await client.subscribe(listening, {}).payloads.atLeast(1)
    expect(refused?.errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED')
    await client.close()
  })
})
