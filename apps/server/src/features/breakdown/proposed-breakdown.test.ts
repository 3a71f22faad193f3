import { breakdownTexts } from '@espalier/domain'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { AiServiceError, type Idea } from '../../ports/breakdown.ts'
import { createOperationIds, type NodeClient, openTestProject } from '../../testing/node-client.ts'
import { openProjectWorld, type ProjectWorld } from '../../testing/project-world.ts'
import { createProposalClient, type ProposalClient } from '../../testing/proposal-client.ts'
import type { SignedInViewer } from '../projects/index.ts'
import { type Breakdowns, createBreakdowns } from './breakdowns.ts'

type Piece = Idea | AiServiceError | null

/** A service that writes what the test gives it. Null ends the answer. */
function createFakeService() {
  const pieces: Piece[] = []
  let wake: (() => void) | null = null
  const take = async (): Promise<Piece> => {
    while (pieces.length === 0) await new Promise<void>((resolve) => (wake = resolve))
    return pieces.shift() ?? null
  }
  const send = (...more: Piece[]): void => {
    pieces.push(...more)
    wake?.()
  }
  const source = {
    name: 'fake',
    writerName: 'AI',
    maxIdeas: 8,
    explainRefusal: () => null,
    async *ideas() {
      for (let piece = await take(); piece !== null; piece = await take()) {
        if (piece instanceof AiServiceError) throw piece
        yield piece
      }
    },
  }
  return { source, send, sendIdeas: (...titles: string[]) => send(...titles.map(writeIdea)) }
}

const writeIdea = (title: string): Idea => ({ title, body: `<p>About ${title}</p>`, status: 'todo' })

let world: ProjectWorld
let owner: SignedInViewer
let plan: NodeClient
let proposals: ProposalClient
let leaf: string
let service: ReturnType<typeof createFakeService>
let breakdowns: Breakdowns

beforeAll(async () => {
  world = await openProjectWorld()
  owner = world.person('ada')
})
afterAll(() => world.close())
beforeEach(async () => {
  plan = await openTestProject(world, owner, 'Garden')
  proposals = createProposalClient(world, owner, plan.projectId)
  leaf = (await plan.add({ title: 'Pears &amp; plums', style: { backgroundColor: '#bbffd8' } })).id
  service = createFakeService()
  const { database, writes, bus, log } = world
  breakdowns = createBreakdowns({ database, writes, bus, log, source: service.source, perDay: null })
})
afterEach(async () => {
  service.send(null)
  await breakdowns.stop()
})

const propose = (operationId: string | null = null) =>
  breakdowns.propose({ viewer: owner, clientId: 'tab', operationId, field: 'proposeBreakdown' }, leaf)
const readTitles = async () => (await plan.list()).map(({ title }) => title)
const readChanges = async () => (await proposals.list()).flatMap(({ changes }) => changes)
const untilProposed = (count: number) => expect.poll(readChanges, { interval: 10, timeout: 10_000 }).toHaveLength(count)
const readProposedTitles = async () => (await readChanges()).map(({ data }) => (data as { title: string }).title)

describe('The breakdown of a node as a proposal', () => {
  it('adds each idea to the proposal, names the AI and the person, and changes nothing but that the node is processing', async () => {
    const answer = propose()
    service.sendIdeas('Soil')
    await untilProposed(1)
    expect((await plan.node(leaf)).style.processing).toBe(true)
    service.sendIdeas('Soil', 'Trees <b>')
    await untilProposed(2)
    service.send(null)
    const id = await answer
    expect(await proposals.list()).toMatchObject([
      {
        id,
        title: 'Ideas for Pears & plums',
        tokenName: 'AI',
        author: { id: owner.person.id },
        changes: [
          { op: 'create', fits: true, data: { title: 'Soil', body: '<p>About Soil</p>', parentId: leaf } },
          { op: 'create', fits: true, data: { title: 'Trees &lt;b&gt;', style: { backgroundColor: '#bbffd8' } } },
        ],
      },
    ])
    expect((await plan.node(leaf)).style.processing).toBe(false)
    expect(await readTitles()).toEqual(['Pears &amp; plums'])
  })

  it('accepts ideas one by one, also while more are coming', async () => {
    const answer = propose()
    service.sendIdeas('Soil')
    await untilProposed(1)
    const [first] = await proposals.list()
    await proposals.decide(first?.id ?? '', [first?.changes[0]?.id ?? ''])
    expect(await proposals.list()).toEqual([])
    service.sendIdeas('Trees')
    await untilProposed(2)
    service.send(null)
    await answer
    const [left] = await proposals.list()
    expect(left?.changes.map(({ decision }) => decision)).toEqual(['accepted', null])
    await proposals.decide(left?.id ?? '', [], [left?.changes[1]?.id ?? ''])
    expect((await readTitles()).toSorted()).toEqual(['Pears &amp; plums', 'Soil'])
  })

  it.each(['rejected', 'withdrawn'] as const)('ends without an error once the proposal is %s', async (end) => {
    const answer = propose()
    service.sendIdeas('Soil')
    await untilProposed(1)
    const [first] = await proposals.list()
    const id = first?.id ?? ''
    if (end === 'rejected') await proposals.decide(id, [], [first?.changes[0]?.id ?? ''])
    else await proposals.try('withdrawProposal', { id })
    service.sendIdeas('Trees')
    expect(await answer).toBe(id)
    expect([await proposals.list(), await readTitles()]).toEqual([[], ['Pears &amp; plums']])
    expect((await plan.node(leaf)).style.processing).toBe(false)
  })

  it('keeps the ideas that came before the service failed, and makes no proposal if there were none', async () => {
    service.send(new AiServiceError('The oven is cold'))
    await expect(propose()).rejects.toMatchObject({ code: 'UPSTREAM_FAILED', message: 'The oven is cold' })
    expect(await proposals.list('open')).toEqual([])
    service.send(writeIdea('Soil'), new AiServiceError('The oven is cold'))
    await propose()
    expect(await readProposedTitles()).toEqual(['Soil'])
  })

  it('returns the same proposal to a repeated operation, and refuses a second breakdown meanwhile', async () => {
    const { operationId } = createOperationIds()
    const [first, second] = [propose(operationId), propose(operationId)]
    service.sendIdeas('Soil')
    await untilProposed(1)
    await expect(propose()).rejects.toThrow(breakdownTexts.running)
    service.send(null)
    expect(await second).toBe(await first)
    expect(await propose(operationId)).toBe(await first)
    expect(await readProposedTitles()).toEqual(['Soil'])
  })

  it('notifies nobody of proposed ideas: the person who asked decides', async () => {
    const bob = world.person('bob')
    const share = 'mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id } }'
    await world.get(owner, share, { id: plan.projectId, data: { sharing: { users: { [bob.person.id]: 'editor' } } } })
    service.send(writeIdea('Soil'), null)
    await propose()
    const { rows } = await world.test.pool.query(
      `select from notifications where project_id = $1 and kind = 'proposal'`,
      [plan.projectId],
    )
    expect(rows).toEqual([])
  })
})
