import { matchDefinitions, noDefinitions } from '@espalier/domain'
import type { InterchangeNode } from '@espalier/interchange'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'

import { createNodeClient, type NodeClient, openTestProject } from '../../testing/node-client.ts'
import { openProjectWorld, type ProjectWorld } from '../../testing/project-world.ts'
import { insertImportedNodes, type SignedInViewer } from '../projects/index.ts'
import { nodePolicy } from './policy.ts'

const nodeCount = 10_000

let world: ProjectWorld
let owner: SignedInViewer
let plan: NodeClient
beforeAll(async () => {
  world = await openProjectWorld()
  owner = world.person('owner')
  plan = await openTestProject(world, owner)
  await plan.add({ title: 'kept' })
})
afterAll(() => world.close())
afterEach(() => void vi.restoreAllMocks())

const nodes = Array.from({ length: nodeCount }, (_, at): InterchangeNode => ({
  id: `n${at}`,
  parentIds: at === 0 ? [] : [`n${Math.floor((at - 1) / 10)}`],
  title: 'node',
  body: '',
  status: 'todo',
  position: 100 + (at % 10),
  hideChildren: false,
}))

type Query = (...args: unknown[]) => unknown

/** Counts the statements that the database has not answered yet. */
function trackQueries(): { pending: number } {
  const state = { pending: 0 }
  const query = Client.prototype.query as Query
  const count: Query = function (this: Client, ...args) {
    const countAnswer = (): void => void (state.pending -= 1)
    state.pending += 1
    const last = args.at(-1)
    if (typeof last !== 'function') {
      const answer = query.apply(this, args) as Promise<unknown>
      answer.then(countAnswer, countAnswer)
      return answer
    }
    const answerCallback: Query = (...given) => {
      countAnswer()
      return (last as Query)(...given)
    }
    return query.apply(this, [...args.slice(0, -1), answerCallback])
  }
  vi.spyOn(Client.prototype, 'query').mockImplementation(count as never)
  return state
}

/**
 * Counts the turns of the event loop in which this process itself is busy: others are served in them. The clock says
 * that every step takes long, so that the count does not depend on the machine.
 */
async function countTurnsWhileComputing(work: () => Promise<unknown>): Promise<number> {
  const queries = trackQueries()
  let time = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => (time += 50))
  let turns = 0
  let isOver = false
  const tick = (): void => {
    if (queries.pending === 0) turns += 1
    if (!isOver) setImmediate(tick)
  }
  setImmediate(tick)
  await work()
  isOver = true
  return turns
}

/** Every list of all nodes that is built, sorted or filtered is a pass of this many steps. */
const stepsPerPass = nodeCount / 1_000

it('serves others while it prepares an import of 10,000 nodes', async () => {
  const caller = { viewer: owner, clientId: null, operationId: null, field: 'test' }
  const turns = await countTurnsWhileComputing(() =>
    world.writes.run(caller, async (work) => {
      const write = await work.open(plan.projectId, nodePolicy['node.create'])
      const references = matchDefinitions(noDefinitions, noDefinitions, () => false)
      await insertImportedNodes(write, { nodes, parentId: null, linkable: new Set(), references })
    }),
  )
  expect(turns).toBeGreaterThanOrEqual(4 * stepsPerPass)
  expect(await plan.list()).toHaveLength(nodeCount + 1)
})

it('serves others while it decides the deletion of 10,000 nodes', async () => {
  const root = (await plan.list()).find(({ parentIds, title }) => parentIds.length === 0 && title === 'node')
  // Another server has not cached the structure and has to build it.
  const other = createNodeClient(world.another(), owner, plan.projectId)
  const turns = await countTurnsWhileComputing(() => other.try('deleteNodeWithChildren', { id: root?.id }))
  expect(turns).toBeGreaterThanOrEqual(4 * stepsPerPass)
  expect((await plan.list()).map(({ title }) => title)).toEqual(['kept'])
})
