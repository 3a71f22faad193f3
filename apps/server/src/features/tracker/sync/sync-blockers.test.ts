import type { SiteIssue } from '@espalier/stand-ins/jira/site-store.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { NodeView } from '../../../database/nodes.ts'
import type { NodeClient } from '../../../testing/node-client.ts'
import { openSyncWorld, type SyncWorld } from '../../../testing/tracker-world.ts'
import type { SignedInViewer } from '../../projects/index.ts'

let world: SyncWorld
beforeAll(async () => void (world = await openSyncWorld({ hookRetryMs: 20 })))
afterAll(() => world.close())

const blocksId = '10200'

const readLinksAs = async (viewer: SignedInViewer, id: string, data: object = {}): Promise<string> => {
  const answer = await world.get<{ updateProject: { integrationSettings: { jiraFields: { linksAs: string } } } }>(
    viewer,
    `mutation ($id: ID!, $data: ProjectUpdate!) {
      updateProject(id: $id, data: $data) { integrationSettings { jiraFields { linksAs } } } }`,
    { id, data },
  )
  return answer.updateProject.integrationSettings.jiraFields.linksAs
}
const chooseLinksAs = (viewer: SignedInViewer, id: string, linksAs: string): Promise<string> =>
  readLinksAs(viewer, id, { integrationSettings: { jiraFields: { linksAs } } })

const issueFor = async (project: NodeClient, { id }: NodeView): Promise<SiteIssue> => {
  const issue = world.site.store.find((await project.node(id)).externalKey ?? '')
  if (issue === undefined) throw new Error('the node has no issue')
  return issue
}

/** Which issues block this one on the site, by their ids. */
const blockersThere = ({ id }: SiteIssue): string[] =>
  world.site.store.links.flatMap(({ typeId, inwardId, outwardId }) =>
    typeId === blocksId && outwardId === id ? [inwardId] : [],
  )

const blockersHere = async (project: NodeClient, { id }: NodeView): Promise<readonly string[]> =>
  (await project.node(id)).blockedByIds

const reasons = async (viewer: SignedInViewer, projectId: string): Promise<string> =>
  (await world.tracking(viewer, projectId)).nodes.map(({ reason }) => reason).join('\n')

/** A synced project with an epic and three stories, whose webhooks arrive. */
async function scene(name: string) {
  const ann = await world.connected(name)
  const address = world.http.server.address()
  const port = typeof address === 'object' ? address?.port : 0
  world.site.webhook(`http://127.0.0.1:${port}/jira/${ann.accountId}`)
  const project = await world.synced(ann)
  const { projectId } = project
  const root = await project.add({ title: 'Launch' })
  const add = (title: string) => project.add({ title, parentId: root.id })
  const [dig, plant, water] = [await add('Dig'), await add('Plant'), await add('Water')]
  await settle(projectId)
  const issues = [await issueFor(project, dig), await issueFor(project, plant), await issueFor(project, water)]
  const [digThere, plantThere, waterThere] = issues as [SiteIssue, SiteIssue, SiteIssue]
  return { ann, project, projectId, root, dig, plant, water, digThere, plantThere, waterThere }
}

/** Resolves when the site has reported everything and the project has compared it. */
async function settle(projectId: string): Promise<void> {
  await world.site.settled()
  await world.waitUntilSynced(projectId)
}

describe('Blockers of a node', () => {
  it('adds a link for each blocker of a node, and removes the link of a removed one', async () => {
    const { ann, project, projectId, dig, plant, water, digThere, plantThere, waterThere } = await scene('ada')
    expect(await readLinksAs(ann, projectId)).toBe('blockers')
    await project.change(water.id, { blockedByIds: [dig.id, plant.id] })
    await settle(projectId)
    expect(blockersThere(waterThere).toSorted()).toEqual([digThere.id, plantThere.id].toSorted())
    await project.change(water.id, { removeBlockedByIds: [dig.id] })
    await settle(projectId)
    expect(blockersThere(waterThere)).toEqual([plantThere.id])
    expect(await blockersHere(project, water)).toEqual([plant.id])
    expect(await reasons(ann, projectId)).toBe('')
  })

  it('links two issues as soon as both nodes have one, whichever is created first', async () => {
    const { project, projectId, root, dig } = await scene('bea')
    const late = await project.add({ title: 'Late', parentId: root.id })
    await project.change(dig.id, { blockedByIds: [late.id] })
    const early = await project.add({ title: 'Early', parentId: root.id, blockedByIds: [dig.id] })
    await settle(projectId)
    expect(blockersThere(await issueFor(project, dig))).toEqual([(await issueFor(project, late)).id])
    expect(blockersThere(await issueFor(project, early))).toEqual([(await issueFor(project, dig)).id])
  })

  it('links a deleted blocker again when it comes back with a new issue', async () => {
    const { project, projectId, dig, plant, digThere, plantThere } = await scene('cat')
    await project.change(plant.id, { blockedByIds: [dig.id] })
    await settle(projectId)
    await project.try('deleteNode', { id: dig.id })
    await settle(projectId)
    expect(blockersThere(plantThere)).toEqual([])
    expect(await blockersHere(project, plant)).toEqual([dig.id])
    await project.change(dig.id, { isDeleted: false })
    await settle(projectId)
    const again = await issueFor(project, dig)
    expect(again.id).not.toBe(digThere.id)
    expect(blockersThere(plantThere)).toEqual([again.id])
  })

  it('writes a link once although the response is lost, and again if the site failed', async () => {
    const { ann, project, projectId, dig, plant, water, digThere, plantThere, waterThere } = await scene('dan')
    world.site.injectFault({ kind: 'lost', where: /^POST .*\/issueLink$/, times: 1 })
    await project.change(plant.id, { blockedByIds: [dig.id] })
    await settle(projectId)
    world.site.injectFault({ kind: 'error', where: /^POST .*\/issueLink$/, times: 1 })
    await project.change(water.id, { blockedByIds: [dig.id] })
    await settle(projectId)
    expect([blockersThere(plantThere), blockersThere(waterThere)]).toEqual([[digThere.id], [digThere.id]])
    expect(await reasons(ann, projectId)).toBe('')
  })
})

describe('Links of an issue', () => {
  it('adds a blocker for each link of an issue, and removes the blocker of a removed link', async () => {
    const { ann, project, projectId, dig, plant, water, digThere, waterThere, plantThere } = await scene('eva')
    const linkId = world.site.link(digThere.key, waterThere.key)
    await settle(projectId)
    expect(await blockersHere(project, water)).toEqual([dig.id])
    world.site.link(plantThere.key, waterThere.key)
    world.site.unlink(linkId)
    await settle(projectId)
    expect(await blockersHere(project, water)).toEqual([plant.id])
    expect(blockersThere(waterThere)).toEqual([plantThere.id])
    const written = world.site.requests.filter(({ method, path }) => method !== 'GET' && path.includes('/issueLink'))
    expect(written.filter(({ body }) => JSON.stringify(body ?? '').includes(waterThere.key))).toEqual([])
    expect(await reasons(ann, projectId)).toBe('')
  })

  it('finds links by the poll too, without a webhook, although only the blocking issue is reported', async () => {
    const ann = await world.connected('fay')
    const project = await world.synced(ann)
    const root = await project.add({ title: 'Launch' })
    const [dig, plant] = [
      await project.add({ title: 'Dig', parentId: root.id }),
      await project.add({ title: 'Plant', parentId: root.id }),
    ]
    await world.waitUntilSynced(project.projectId)
    const [digThere, plantThere] = [await issueFor(project, dig), await issueFor(project, plant)]
    world.site.store.link(blocksId, digThere.key, plantThere.key)
    plantThere.updated = 0
    await world.pollLater(60_000)
    await world.waitUntilSynced(project.projectId)
    expect(await blockersHere(project, plant)).toEqual([dig.id])
    const [link] = world.site.store.links.filter(({ outwardId }) => outwardId === plantThere.id)
    world.site.store.unlink(link?.id ?? '')
    plantThere.updated = 0
    await world.pollLater(60_000)
    await world.waitUntilSynced(project.projectId)
    expect(await blockersHere(project, plant)).toEqual([])
  })

  it('turns the links of a new issue into blockers of its new node, in both directions', async () => {
    const { project, projectId, root, dig, plant, digThere, plantThere } = await scene('gus')
    const epic = await issueFor(project, root)
    const born = world.site.create({ summary: 'Born there', parentKey: epic.key })
    world.site.link(digThere.key, born.key)
    world.site.link(born.key, plantThere.key)
    await settle(projectId)
    const node = (await project.list()).find(({ externalKey }) => externalKey === born.key)
    expect(node?.blockedByIds).toEqual([dig.id])
    expect(await blockersHere(project, plant)).toEqual([node?.id])
  })

  it('leaves out links that would make a node wait for itself, names them on the node, and keeps them in Jira', async () => {
    const { ann, project, projectId, root, dig, plant, digThere, plantThere } = await scene('hal')
    await project.change(plant.id, { blockedByIds: [dig.id] })
    await settle(projectId)
    const epic = await issueFor(project, root)
    world.site.link(plantThere.key, digThere.key)
    world.site.link(digThere.key, epic.key)
    await settle(projectId)
    expect(await blockersHere(project, dig)).toEqual([])
    expect(await blockersHere(project, root)).toEqual([])
    expect([blockersThere(digThere), blockersThere(epic)]).toEqual([[plantThere.id], [digThere.id]])
    const { nodes } = await world.tracking(ann, projectId)
    expect(nodes.find(({ nodeId }) => nodeId === dig.id)).toMatchObject({
      state: 'blocked',
      reason: expect.stringContaining(`${digThere.key} is blocked by ${plantThere.key} in Jira. This is left out here`),
    })
    expect(nodes.map(({ nodeId }) => nodeId).toSorted()).toEqual([dig.id, root.id].toSorted())
    await project.change(plant.id, { blockedByIds: [] })
    await project.change(dig.id, { title: 'Dig deeper' })
    await settle(projectId)
    expect(await blockersHere(project, dig)).toEqual([plant.id])
    expect(await reasons(ann, projectId)).not.toContain(`${digThere.key} is blocked by ${plantThere.key}`)
  })

  it('leaves links to issues outside the project and of other types alone on both sides', async () => {
    const { project, projectId, dig, plant, digThere, plantThere } = await scene('ida')
    const elsewhere = world.site.create({ summary: 'Elsewhere' })
    world.site.store.link('10201', digThere.key, plantThere.key)
    world.site.link(elsewhere.key, plantThere.key)
    await settle(projectId)
    expect(await blockersHere(project, plant)).toEqual([])
    await project.change(plant.id, { blockedByIds: [dig.id] })
    await project.change(plant.id, { blockedByIds: [] })
    await settle(projectId)
    expect(blockersThere(plantThere)).toEqual([elsewhere.id])
  })

  it('keeps the blocker of a node when the blocking issue is deleted', async () => {
    const { project, projectId, dig, plant, digThere } = await scene('joe')
    await project.change(plant.id, { blockedByIds: [dig.id] })
    await settle(projectId)
    world.site.delete(digThere.key)
    await world.pollLater(3_700_000)
    await settle(projectId)
    expect((await project.node(dig.id)).externalKey).toBeNull()
    expect(await blockersHere(project, plant)).toEqual([dig.id])
  })

  it('keeps all links and blockers that were added on both sides at once', async () => {
    const { project, projectId, dig, plant, water, digThere, plantThere, waterThere } = await scene('kim')
    world.site.injectFault({ kind: 'error', where: /bulkfetch/, times: 3 })
    await project.change(water.id, { blockedByIds: [dig.id] })
    world.site.link(plantThere.key, waterThere.key)
    await settle(projectId)
    expect((await blockersHere(project, water)).toSorted()).toEqual([dig.id, plant.id].toSorted())
    expect(blockersThere(waterThere).toSorted()).toEqual([digThere.id, plantThere.id].toSorted())
  })
})

describe('The choice of what links are', () => {
  it('syncs nothing while links are extra parents, and everything once they are blockers', async () => {
    const { ann, project, projectId, dig, plant, water, digThere, plantThere, waterThere } = await scene('lee')
    expect(await chooseLinksAs(ann, projectId, 'parents')).toBe('parents')
    await project.change(plant.id, { blockedByIds: [dig.id] })
    world.site.link(digThere.key, waterThere.key)
    await settle(projectId)
    expect(blockersThere(plantThere)).toEqual([])
    expect(await blockersHere(project, water)).toEqual([])
    expect(await chooseLinksAs(ann, projectId, 'blockers')).toBe('blockers')
    await settle(projectId)
    expect(blockersThere(plantThere)).toEqual([digThere.id])
    expect(await blockersHere(project, water)).toEqual([dig.id])
  })

  it('turns extra parents that were links into blockers, and leaves other parents', async () => {
    const { ann, project, projectId, root, dig, plant, water, digThere, plantThere } = await scene('max')
    await chooseLinksAs(ann, projectId, 'parents')
    world.site.link(digThere.key, plantThere.key)
    await project.change(dig.id, { parentIds: [root.id, plant.id, water.id] })
    await settle(projectId)
    await chooseLinksAs(ann, projectId, 'blockers')
    await settle(projectId)
    expect(await project.node(dig.id)).toMatchObject({ parentIds: [root.id, water.id] })
    expect(await blockersHere(project, plant)).toEqual([dig.id])
    expect(await reasons(ann, projectId)).toBe('')
  })
})
