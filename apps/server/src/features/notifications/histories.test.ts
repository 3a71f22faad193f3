import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CommentClient, createCommentClient, mention } from '../../testing/comment-client.ts'
import { type Act, NaiveInbox } from '../../testing/naive-inbox.ts'
import { createNodeClient, type NodeClient, openTestProject } from '../../testing/node-client.ts'
import { openProjectWorld, type ProjectWorld } from '../../testing/project-world.ts'
import type { SignedInViewer } from '../projects/index.ts'
import { type CommentEvent, decideCommentRecipients, type WatchLevel } from './decide-recipients.ts'

/**
 * Histories per run; PROPERTY_TIMES multiplies them, as in `npm run properties`:
 * PROPERTY_TIMES=400 npx vitest run apps/server/src/features/notifications/histories.test.ts
 */
const histories = 25 * Number(process.env['PROPERTY_TIMES'] ?? 1)
const actsPerHistory = 24
const peopleCount = 4
const nodeCount = 3
/** The last node waits for the two others. */
const blockers = new Map([[2, [0, 1]]])

const person = fc.nat({ max: peopleCount - 1 })
const node = fc.nat({ max: nodeCount - 1 })
const record = <Kind extends Act['kind'], Fields>(
  kind: Kind,
  fields: { [Name in keyof Fields]: fc.Arbitrary<Fields[Name]> },
) => fc.record({ kind: fc.constant(kind), ...fields })

const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 3, arbitrary: record('share', { person, isMember: fc.boolean() }) as fc.Arbitrary<Act> },
  {
    weight: 6,
    arbitrary: record('comment', {
      by: person,
      node,
      mentions: fc.uniqueArray(person, { maxLength: 2 }),
      isAnswer: fc.boolean(),
    }) as fc.Arbitrary<Act>,
  },
  {
    weight: 5,
    arbitrary: record('assign', { by: person, node, person, isAssigned: fc.boolean() }) as fc.Arbitrary<Act>,
  },
  {
    weight: 2,
    arbitrary: record('watch', {
      person,
      node: fc.option(node),
      level: fc.constantFrom('all' as const, 'mine' as const, 'none' as const),
    }) as fc.Arbitrary<Act>,
  },
  { weight: 4, arbitrary: record('finish', { by: person, node, isDone: fc.boolean() }) as fc.Arbitrary<Act> },
  { weight: 1, arbitrary: record('delete', { node, isDeleted: fc.boolean() }) as fc.Arbitrary<Act> },
  { weight: 2, arbitrary: record('read', { person }) as fc.Arbitrary<Act> },
  { weight: 2, arbitrary: record('wait', { minutes: fc.constantFrom(1, 5, 11) }) as fc.Arbitrary<Act> },
)

/** Each history begins with everybody in the project. */
const everybody = Array.from({ length: peopleCount - 1 }, (_, index) => ({
  kind: 'share' as const,
  person: index + 1,
  isMember: true,
}))

const start = Date.now() - 86_400_000
let minutes = 0
let world: ProjectWorld
let people: SignedInViewer[]
let clients: CommentClient[]

beforeAll(async () => {
  world = await openProjectWorld({ now: () => new Date(start + minutes * 60_000) })
  people = Array.from({ length: peopleCount }, (_, index) => world.person(`person${index}`))
  clients = people.map((one) => createCommentClient(world, one))
})
afterAll(() => world.close())

const getPerson = (index: number): SignedInViewer => people[index] as SignedInViewer
const getId = (index: number): string => getPerson(index).person.id

/** One project with what the histories refer to by numbers. */
interface Scene {
  readonly plan: NodeClient
  readonly nodeIds: readonly string[]
  readonly threads: Map<number, string>
  readonly members: Set<number>
}

async function openScene(): Promise<Scene> {
  const plan = await openTestProject(world, getPerson(0))
  const nodeIds: string[] = []
  for (let index = 0; index < nodeCount; index += 1) nodeIds.push((await plan.add({ title: `${index}` })).id)
  for (const [index, waitsFor] of blockers) {
    await plan.change(nodeIds[index] ?? '', { blockedByIds: waitsFor.map((one) => nodeIds[one]) })
  }
  const members = new Set(everybody.map((one) => one.person))
  await shareWith(plan.projectId, members)
  return { plan, nodeIds, threads: new Map(), members }
}

async function shareWith(projectId: string, members: ReadonlySet<number>): Promise<void> {
  const users = Object.fromEntries([...members].map((index) => [getId(index), 'editor']))
  const sharing = 'mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id } }'
  await world.get(getPerson(0), sharing, { id: projectId, data: { sharing: { users } } })
}

async function perform({ plan, nodeIds, threads, members }: Scene, one: Act, hasThread: boolean): Promise<void> {
  const { projectId } = plan
  const nodeId = 'node' in one && one.node !== null ? (nodeIds[one.node] ?? '') : null
  const change = (by: number, data: object) =>
    createNodeClient(world, getPerson(by), projectId).change(nodeId ?? '', data)
  switch (one.kind) {
    case 'share': {
      if (one.isMember) members.add(one.person)
      else members.delete(one.person)
      return shareWith(projectId, members)
    }
    case 'comment': {
      const parentId = one.isAnswer && hasThread ? threads.get(one.node) : undefined
      const body = `Hello ${one.mentions.map((index) => mention(getId(index))).join(' ')}`
      const { id } = (await clients[one.by]?.add(nodeId ?? '', body, parentId === undefined ? {} : { parentId })) ?? {
        id: '',
      }
      if (parentId === undefined) threads.set(one.node, id)
      return
    }
    case 'assign':
      return void (await change(one.by, {
        [one.isAssigned ? 'addAssigneeIds' : 'removeAssigneeIds']: [getId(one.person)],
      }))
    case 'watch':
      return void (await clients[one.person]?.get('setWatch', { projectId, nodeId, level: one.level }))
    case 'finish':
      return void (await change(one.by, { status: one.isDone ? 'done' : 'todo' }))
    case 'delete':
      return void (await change(0, { isDeleted: one.isDeleted }))
    case 'read':
      return void (await world.get(getPerson(one.person), 'mutation { markNotificationsRead(all: true) }'))
    case 'wait':
      minutes += one.minutes
  }
}

const sort = (list: readonly object[]) => list.map((entry) => JSON.stringify(entry)).sort()

describe('Random histories', () => {
  it(
    'notify exactly those whom a naive implementation notifies, once, and of nothing that they cannot see',
    async () => {
      const seed = process.env['PROPERTY_TIMES'] === undefined ? 22 : Date.now()
      let compared = 0
      for (const acts of fc.sample(fc.array(act, { minLength: actsPerHistory, maxLength: actsPerHistory }), {
        numRuns: histories,
        seed,
      })) {
        minutes = 0
        const [scene, naive] = [await openScene(), new NaiveInbox(blockers)]
        for (const one of everybody) naive.apply(one)
        for (const one of acts) {
          if (!naive.isPossible(one)) continue
          await perform(scene, one, 'node' in one && one.node !== null && naive.hasThread(one.node))
          naive.apply(one)
        }
        for (const [index, client] of clients.entries()) {
          const { notifications } = await client.inbox({ first: 100 })
          const own = notifications.filter(({ projectId }) => projectId === scene.plan.projectId)
          const stored = own.map(({ kind, nodeId, by, at, isRead }) => ({
            kind,
            node: nodeId === null ? null : scene.nodeIds.indexOf(nodeId),
            by: people.findIndex(({ person: { email } }) => email === by?.email),
            at: (at - start) / 60_000,
            isRead,
          }))
          expect(sort(stored), JSON.stringify(acts)).toEqual(sort(naive.list(index)))
          compared += stored.length
        }
        // Thousands of histories would make each other slow.
        await world.test.pool.query('delete from projects where id = $1', [scene.plan.projectId])
      }
      expect(compared).toBeGreaterThan(histories)
    },
    60_000 + histories * 4_000,
  )

  it('decide the same as one rule after the other for 10,000 comments', () => {
    const event: fc.Arbitrary<CommentEvent> = fc.record({
      commentId: fc.constant('c'),
      nodeId: fc.constant('n'),
      authorId: fc.constantFrom('a', 'b', 'c', 'd'),
      mentionIds: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'stranger')),
      threadAuthorIds: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'stranger')),
      assigneeIds: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'stranger')),
      isEdit: fc.boolean(),
    })
    const levels = fc.array(
      fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.constantFrom<WatchLevel>('all', 'mine', 'none')),
    )
    fc.assert(
      fc.property(event, levels, (one, pairs) => {
        const named = new Map<string, WatchLevel>(pairs)
        const decided = decideCommentRecipients(one, named)
        for (const id of ['a', 'b', 'c', 'd', 'stranger']) {
          let wanted: string | undefined
          const isConcerned = one.threadAuthorIds.includes(id) || one.assigneeIds.includes(id)
          if (isConcerned || named.get(id) === 'all') wanted = 'commented'
          if (one.isEdit) wanted = undefined
          if (one.mentionIds.includes(id)) wanted = 'mentioned'
          if (!named.has(id) || named.get(id) === 'none' || id === one.authorId) wanted = undefined
          expect(decided.get(id)).toBe(wanted)
        }
      }),
      { numRuns: 10_000, seed: 22 },
    )
  })
})
