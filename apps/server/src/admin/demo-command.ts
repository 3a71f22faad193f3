import { randomUUID } from 'node:crypto'
import { escapeHtml } from '@espalier/domain'
import { readFirstUserId } from '../features/account/store.ts'
import { addManyNodes } from '../features/nodes/index.ts'
import { type Caller, createWrites } from '../features/projects/index.ts'
import type { Person } from '../ports/identities.ts'
import { adminTexts } from '../texts/admin.ts'
import { type AdminCommand, type AdminContext, CommandFailed } from './admin-context.ts'

interface DemoNode {
  readonly id: string
  readonly parentId: string | null
  readonly title: string
  readonly status: 'todo' | 'progress' | 'done'
}

const demoWords =
  'plan wall wire graft prune root branch spur leaf bud fruit train tie stake water feed thin pick store share review measure draft test ship learn'.split(
    ' ',
  )

/** Deterministic pseudo-random numbers, so that two machines compare their figures on the same tree. */
function createSeededRandom(seed: number): (sides: number) => number {
  let state = seed >>> 0
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

/** A tree of exactly this many nodes, 2 to 8 children each, titles of 3 to 8 words, parents before their children. */
export function buildDemoTree(count: number): DemoNode[] {
  const random = createSeededRandom(20_260)
  const nodes: DemoNode[] = []
  const add = (parentId: string | null) => {
    const title = Array.from({ length: 3 + random(6) }, () => demoWords[random(demoWords.length)]).join(' ')
    const status = (['todo', 'todo', 'progress', 'done'] as const)[random(4)] ?? 'todo'
    nodes.push({ id: randomUUID(), parentId, title: title[0]?.toUpperCase() + title.slice(1), status })
  }
  if (count > 0) add(null)
  for (let at = 0; nodes.length < count; at += 1) {
    const children = 2 + random(7)
    for (let child = 0; child < children && nodes.length < count; child += 1) add(nodes[at]?.id ?? null)
  }
  return nodes
}

const maxDemoNodes = 1_000_000

export const demoCommand: AdminCommand = {
  name: 'demo',
  parameters: ['N', '[EMAIL]'],
  summary: adminTexts.summaries.demo,
  async run(context, [given = '', email]) {
    const count = /^\d{1,7}$/.test(given) ? Number(given) : Number.NaN
    if (!(count >= 1 && count <= maxDemoNodes)) throw new CommandFailed(adminTexts.numberOutOfRange('N', maxDemoNodes))
    const owner = await findDemoOwner(context, email)
    const before = performance.now()
    const id = await createDemoProject(context, owner, count)
    const seconds = ((performance.now() - before) / 1000).toFixed(1)
    const url = `${context.webUrl()}/tree/${id}`
    return owner === null
      ? adminTexts.openDemoCreated(count, seconds, url)
      : adminTexts.demoCreated(count, seconds, owner.email, url)
  },
}

async function findDemoOwner(
  { identities, database }: AdminContext,
  email: string | undefined,
): Promise<Person | null> {
  if (email !== undefined) {
    const found = await identities.findByEmail(email)
    if (found === null) throw new CommandFailed(adminTexts.notRegistered(email))
    return found
  }
  const firstId = await readFirstUserId(database)
  return firstId === null ? null : identities.findById(firstId)
}

async function createDemoProject({ database }: AdminContext, owner: Person | null, count: number): Promise<string> {
  // A running server sees the project when it is opened; nobody is subscribed to it yet.
  const writes = createWrites({ database, bus: { publish: () => {} }, audit: () => {} })
  const title = adminTexts.demoTitle(count)
  const person = owner ?? demoPerson
  const caller: Caller = {
    viewer: { kind: 'person', person, sessionId: '', accountId: '', hasAccess: true },
    clientId: null,
    operationId: null,
    field: 'demo',
  }
  return writes.run(caller, async (work) => {
    await work.extendTimeout()
    const generalAccess = owner === null ? 'anyone' : 'restricted'
    const write = await work.create({
      title,
      body: '',
      status: 'active',
      layout: 'tree-left',
      json: null,
      generalAccess,
    })
    await addManyNodes(
      write,
      buildDemoTree(count).map(({ id: nodeId, parentId, title: nodeTitle, status }) => ({
        place: { id: nodeId, parentId },
        contents: { title: `<p>${escapeHtml(nodeTitle)}</p>`, status },
      })),
    )
    return write.project.id
  })
}

const demoPerson: Person = {
  id: 'demo',
  email: 'demo',
  firstname: null,
  lastname: null,
  picture: null,
  status: null,
}
