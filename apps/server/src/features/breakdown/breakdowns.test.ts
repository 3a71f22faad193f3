import { EventEmitter, once } from 'node:events'
import { breakdownTexts } from '@espalier/domain'
import { type AiBehavior, type AiService, buildChildrenAnswer, startAiService } from '@espalier/stand-ins/ai-service.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOpenAiWriter } from '../../adapters/ai/openai-writer.ts'
import { createRequestBudget } from '../../api/request-budget.ts'
import { createCircuitBreaker } from '../../reliability/circuit-breaker.ts'
import { withGarbageCollection } from '../../testing/collect-garbage.ts'
import { createOperationIds, type NodeClient, openTestProject } from '../../testing/node-client.ts'
import { findStoredBreaches } from '../../database/consistency.ts'
import {
  openProjectWorld,
  type ProjectServer,
  type ProjectWorld,
  readErrorCode,
  readLoggedChanges,
} from '../../testing/project-world.ts'
import { createGraphqlEngine, type GraphqlAnswer, toJsonPieces } from '../../transport/graphql/engine.ts'
import { makeSchema } from '../../transport/graphql/schema.ts'
import type { SignedInViewer } from '../projects/index.ts'
import { createAiIdeaSource } from './ai-idea-source.ts'
import { type BreakdownsOptions, createBreakdowns, endLostBreakdowns } from './breakdowns.ts'
import { breakdownSlice } from './resolvers.ts'

let world: ProjectWorld
let service: AiService
let owner: SignedInViewer

beforeAll(async () => {
  world = await openProjectWorld()
  service = await startAiService()
  owner = world.person('owner')
})
afterAll(async () => {
  await service.close()
  await world.close()
})

const mutation =
  'mutation ($id: ID!) { aiBreakdownNode(id: $id) { id title body status parentId style { processing } } }'
const createCaller = (viewer: SignedInViewer, operationId: string | null = null) => ({
  viewer,
  clientId: 'tab',
  operationId,
  field: 'aiBreakdownNode',
})
const silence = (after: string): AiBehavior => {
  const text = buildChildrenAnswer('One', 'Two', 'Three')
  return { kind: 'silent', text, after: text.indexOf(after) }
}

function breakdownsOn(server: ProjectServer, more: Partial<BreakdownsOptions> = {}) {
  const writer = createOpenAiWriter({ baseUrl: service.url, apiKey: service.key, model: 'm' })
  const circuit = createCircuitBreaker({ failures: 1_000, openMs: 1 })
  const { database, writes, bus, log } = server
  const source = createAiIdeaSource({ writer, circuit, retryMs: 1 })
  return createBreakdowns({ database, writes, bus, log, source, perDay: null, ...more })
}

async function leaf(body = ''): Promise<{ plan: NodeClient; rootId: string; id: string }> {
  const plan = await openTestProject(world, owner)
  const root = await plan.add({ title: 'Root' })
  const { id } = await plan.add({ parentId: root.id, title: 'Leaf', body, style: { backgroundColor: '#bbffd8' } })
  return { plan, rootId: root.id, id }
}
const readChildren = async (plan: NodeClient, id: string) =>
  (await plan.list()).filter(({ parentIds }) => parentIds.includes(id)).toSorted((a, b) => a.position - b.position)
const readChildTitles = async (plan: NodeClient, id: string) => (await readChildren(plan, id)).map(({ title }) => title)

/** Waits until this many children are stored. */
async function untilChildren(plan: NodeClient, id: string, count: number): Promise<void> {
  await expect.poll(() => readChildTitles(plan, id), { interval: 10, timeout: 10_000 }).toHaveLength(count)
}

describe('Splitting a description into children', () => {
  it('creates one event per child in order with its status and leaves the node unchanged', async () => {
    const { plan, id } = await leaf('<ul><li>[x] Dig &amp; rake</li><li>Sow</li></ul>')
    const from = await plan.seq()
    world.published.length = 0
    const { aiBreakdownNode: made } = await world.get<{ aiBreakdownNode: object[] }>(owner, mutation, { id })
    expect(made).toMatchObject([
      { title: 'Dig &amp; rake', status: 'done', parentId: id, style: { processing: false } },
      { title: 'Sow', status: 'todo', parentId: id },
    ])
    expect(world.published).toHaveLength(4)
    const logged = await readLoggedChanges(world.test.pool, plan.projectId, from)
    expect(logged.map(({ kind }) => kind)).toEqual(['node-updated', 'node-created', 'node-created', 'node-updated'])
    expect(await readChildTitles(plan, id)).toEqual(['Dig &amp; rake', 'Sow'])
    expect((await readChildren(plan, id))[0]?.style.backgroundColor).toBe('#bbffd8')
    expect((await plan.node(id)).style.processing).toBe(false)
    expect(await findStoredBreaches(world.test.pool, plan.projectId)).toEqual([])
  })

  it('refuses a node that has children, no description or does not exist', async () => {
    const { plan, rootId, id } = await leaf()
    const ask = (nodeId: string) => world.ask(owner, mutation, { id: nodeId })
    expect((await ask(rootId)).errors?.[0]?.message).toBe(breakdownTexts.hasChildren)
    const empty = await ask(id)
    expect([readErrorCode(empty), empty.errors?.[0]?.message]).toEqual(['BAD_USER_INPUT', breakdownTexts.empty])
    await plan.change(id, { body: '<p>Some.</p>', isDeleted: true })
    expect(readErrorCode(await ask(id))).toBe('NOT_FOUND')
    expect(readErrorCode(await ask('x'))).toBe('NOT_FOUND')
    const { rows } = await world.test.pool.query('select from breakdowns where node_id = any($1)', [[id, rootId]])
    expect(rows).toEqual([])
  })
})

describe('Server without breakdowns', () => {
  it('reports that breakdowns are off to editors and reveals nothing to others', async () => {
    const { id } = await leaf('<p>Some.</p>')
    const others = world.slices.filter(({ name }) => name !== 'breakdown')
    const slices = [...others, breakdownSlice({ writes: world.writes, breakdowns: null })]
    const engine = createGraphqlEngine({ schema: makeSchema(slices), allowsIntrospection: false })
    const ask = async (viewer: SignedInViewer) => {
      const ready = engine.prepare(mutation, null)
      if (ready.kind === 'refused') throw new Error(String(ready.errors))
      const context = {
        viewer,
        clientId: null,
        operationId: null,
        requestId: 'test',
        log: world.log,
        budget: createRequestBudget(),
      }
      return JSON.parse(toJsonPieces(await engine.run(ready, { id }, context)).join('')) as GraphqlAnswer
    }
    expect((await ask(owner)).errors?.[0]?.message).toBe(breakdownTexts.off)
    expect(readErrorCode(await ask(world.person('stranger')))).toBe('NOT_FOUND')
  })
})

describe('Breakdown by an AI service', () => {
  it('stores ideas while more are coming, shows the node as processing and refuses a second breakdown', async () => {
    const { plan, id } = await leaf()
    const breakdowns = breakdownsOn(world)
    service.behave(silence('Three'))
    const answer = breakdowns.breakDown(createCaller(owner), id)
    await untilChildren(plan, id, 2)
    expect((await plan.node(id)).style.processing).toBe(true)
    const elsewhere = breakdownsOn(world.another())
    await expect(elsewhere.breakDown(createCaller(owner), id)).rejects.toThrow(breakdownTexts.hasChildren)
    const { plan: other, id: alone } = await leaf()
    service.behave(silence('One'))
    const waiting = breakdowns.breakDown(createCaller(owner), alone)
    await expect.poll(async () => (await other.node(alone)).style.processing).toBe(true)
    await expect(elsewhere.breakDown(createCaller(owner), alone)).rejects.toThrow(breakdownTexts.running)
    const expectation = expect(waiting).rejects.toThrow('restarting')
    const stopped = breakdowns.stop()
    // Received children are complete and stay. The person gets an error only if nothing came.
    expect((await answer).map(({ title }) => title)).toEqual(['One', 'Two'])
    await expectation
    await Promise.all([stopped, elsewhere.stop()])
    expect([(await plan.node(id)).style.processing, (await other.node(alone)).style.processing]).toEqual([false, false])
    await expect(breakdowns.breakDown(createCaller(owner), alone)).rejects.toThrow('restarting')
  })

  it('stores at most eight ideas, each once', async () => {
    const { plan, id } = await leaf()
    service.behave({ kind: 'stream', text: buildChildrenAnswer('A', 'a', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J') })
    const breakdowns = breakdownsOn(world)
    await breakdowns.breakDown(createCaller(owner), id)
    expect(await readChildTitles(plan, id)).toEqual(['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'])
    await breakdowns.stop()
  })

  it('stops when somebody else adds children or the person loses access', async () => {
    const breakdowns = breakdownsOn(world)
    const { plan, id } = await leaf()
    const gate = new EventEmitter().setMaxListeners(0)
    const late = breakdownsOn(world, {
      source: {
        name: 'late',
        writerName: null,
        maxIdeas: 8,
        explainRefusal: () => null,
        async *ideas() {
          await once(gate, 'open')
          yield { title: 'One', body: '', status: 'todo' }
        },
      },
    })
    const editor = world.person('editor')
    const share = `mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id } }`
    const { plan: shared, id: sharedId } = await leaf()
    const sharing = (users: object) => world.get(owner, share, { id: shared.projectId, data: { sharing: { users } } })
    await sharing({ [editor.person.id]: 'editor' })
    const [one, two] = [late.breakDown(createCaller(owner), id), late.breakDown(createCaller(editor), sharedId)]
    const ends = Promise.all([
      expect(one).rejects.toThrow(breakdownTexts.hasChildren),
      expect(two).rejects.toMatchObject({ code: 'FORBIDDEN' }),
    ])
    await expect.poll(async () => (await shared.node(sharedId)).style.processing).toBe(true)
    await expect.poll(async () => (await plan.node(id)).style.processing).toBe(true)
    await plan.add({ parentId: id, title: 'Mine' })
    await sharing({ [editor.person.id]: 'viewer' })
    gate.emit('open')
    await ends
    expect([await readChildTitles(plan, id), await readChildTitles(shared, sharedId)]).toEqual([['Mine'], []])
    expect((await plan.node(id)).style.processing).toBe(false)
    expect((await shared.node(sharedId)).style.processing).toBe(false)
    await Promise.all([breakdowns.stop(), late.stop()])
  })

  it('limits breakdowns per person and day', async () => {
    const person = world.person('eager')
    const plan = await openTestProject(world, person)
    const nodes = [await plan.add(), await plan.add(), await plan.add()]
    service.behave({ kind: 'stream', text: buildChildrenAnswer('One') })
    const breakdowns = breakdownsOn(world, { perDay: 2 })
    const ends = await Promise.allSettled(nodes.map(({ id }) => breakdowns.breakDown(createCaller(person), id)))
    const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as Error] : []))
    expect(refused).toMatchObject([{ code: 'RATE_LIMITED', message: expect.stringContaining('free in 24 hours') }])
    await world.test.pool.query(
      `update breakdowns set started_at = started_at - interval '25 hours' where user_id = $1`,
      [person.person.id],
    )
    const fresh = await plan.add()
    await expect(breakdowns.breakDown(createCaller(person), fresh.id)).resolves.toHaveLength(1)
    await breakdowns.stop()
  })

  it('returns the same children for a repeated operation', async () => {
    const { plan, id } = await leaf()
    service.behave({ kind: 'stream', text: buildChildrenAnswer('One', 'Two') })
    const breakdowns = breakdownsOn(world)
    const { operationId } = createOperationIds()
    const ask = () => breakdowns.breakDown(createCaller(owner, operationId), id)
    const [first, second] = await Promise.all([ask(), ask()])
    expect((await ask()).map((node) => node.id)).toEqual(first.map((node) => node.id))
    expect(second.map((node) => node.id)).toEqual(first.map((node) => node.id))
    expect(await readChildTitles(plan, id)).toEqual(['One', 'Two'])
    await breakdowns.stop()
  })

  it('ends the breakdowns of a dead server on another server and at its own restart', async () => {
    const { plan, id } = await leaf()
    const gone = breakdownsOn(world, { beatMs: 600_000 })
    service.behave(silence('Two'))
    const lost = gone.breakDown(createCaller(owner), id).catch(() => null)
    await untilChildren(plan, id, 1)
    const { database, writes, log } = world.another()
    const options = { database, writes, log }
    expect(await endLostBreakdowns(options, { isAlone: false })).toBe(0)
    await world.test.pool.query('update breakdowns set alive_until = now() where node_id = $1', [id])
    expect(await endLostBreakdowns(options, { isAlone: false })).toBe(1)
    expect((await plan.node(id)).style.processing).toBe(false)
    await gone.stop()
    await lost
    const { plan: other, id: otherId } = await leaf()
    const dying = breakdownsOn(world)
    service.behave(silence('One'))
    const left = dying.breakDown(createCaller(owner), otherId).catch(() => null)
    await expect.poll(async () => (await other.node(otherId)).style.processing).toBe(true)
    expect(await endLostBreakdowns(options, { isAlone: true })).toBe(1)
    expect((await other.node(otherId)).style.processing).toBe(false)
    await dying.stop()
    await left
  })

  it('ends the breakdown of a project that is purged meanwhile', async () => {
    const { plan, id } = await leaf()
    const breakdowns = breakdownsOn(world)
    service.behave(silence('Two'))
    const answer = breakdowns.breakDown(createCaller(owner), id)
    await untilChildren(plan, id, 1)
    await world.test.pool.query('delete from projects where id = $1', [plan.projectId])
    const expectation = expect(answer).resolves.toEqual([])
    await breakdowns.stop()
    await expectation
    const { rows } = await world.test.pool.query('select ended_at from breakdowns where node_id = $1', [id])
    expect(rows).toEqual([{ ended_at: expect.any(Date) }])
  })
})

/** A seeded generator, so that every run uses the same numbers. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

function anyManner(random: () => number): AiBehavior {
  const text = buildChildrenAnswer('One', 'Two', 'Three')
  const after = Math.floor(random() * text.length)
  const behaviors: readonly AiBehavior[] = [
    { kind: 'stream', text },
    { kind: 'whole', text },
    { kind: 'status', status: 500 },
    { kind: 'status', status: 429, retryAfter: '0' },
    { kind: 'status', status: 400, message: 'no' },
    { kind: 'cut', text, after },
    { kind: 'silent', text, after },
    { kind: 'trouble', text: text.slice(0, after), message: 'Overloaded' },
    { kind: 'raw', type: 'text/event-stream', body: `data: ${text.slice(after)}\n\n` },
    { kind: 'raw', type: 'application/json', body: text.slice(after) },
    { kind: 'raw', type: 'text/html', body: '<html><h1>502</h1>' },
  ]
  return behaviors[Math.floor(random() * behaviors.length)] ?? { kind: 'stream', text }
}

describe('Slow, interrupted or failing AI service', () => {
  it('times out a slow service even after a garbage collection', async () => {
    const { plan, id } = await leaf()
    service.behave(silence('One'))
    const breakdowns = breakdownsOn(world, { answerMs: 400 })
    await expect(withGarbageCollection(breakdowns.breakDown(createCaller(owner), id))).rejects.toThrow(
      'did not answer within',
    )
    expect((await plan.node(id)).style.processing).toBe(false)
    await breakdowns.stop()
  })

  it('100 of 100 runs end with no node left processing and no partial result', async () => {
    const plan = await openTestProject(world, owner)
    const root = await plan.add({ title: 'Root' })
    const random = seeded(7)
    service.behave(...Array.from({ length: 400 }, () => anyManner(random)))
    const breakdowns = breakdownsOn(world, { answerMs: 400 })
    const ends: { readonly id: string; readonly children: number; readonly failure: unknown }[] = []
    const one = async (): Promise<void> => {
      const { id } = await plan.add({ parentId: root.id })
      const end = await breakdowns.breakDown(createCaller(owner), id).then(
        (nodes) => ({ id, children: nodes.length, failure: null }),
        (failure: unknown) => ({ id, children: 0, failure }),
      )
      ends.push(end)
    }
    const tenRuns = async (): Promise<void> => {
      for (let count = 0; count < 10; count += 1) await one()
    }
    await Promise.all(Array.from({ length: 10 }, tenRuns))
    expect(ends).toHaveLength(100)
    const nodes = await plan.list()
    expect(nodes.filter(({ style }) => style.processing)).toEqual([])
    for (const { id, children, failure } of ends) {
      const stored = nodes.filter(({ parentIds }) => parentIds.includes(id))
      expect(stored).toHaveLength(children)
      for (const { title, body } of stored) expect(body).toBe(`<p>About ${title}</p>`)
      if (failure !== null) expect(failure).toMatchObject({ code: 'UPSTREAM_FAILED' })
      else expect(children).toBeGreaterThan(0)
    }
    expect(ends.some(({ failure }) => failure === null) && ends.some(({ failure }) => failure !== null)).toBe(true)
    const open = 'select from breakdowns where project_id = $1 and ended_at is null'
    expect((await world.test.pool.query(open, [plan.projectId])).rows).toEqual([])
    expect(await findStoredBreaches(world.test.pool, plan.projectId)).toEqual([])
    expect(JSON.stringify(world.log.lines)).not.toContain(service.key)
    await breakdowns.stop()
  }, 60_000)
})
