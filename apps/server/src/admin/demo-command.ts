import { escapeHtml, limits } from '@espalier/domain'

import type { Person } from '../ports/identities.ts'
import { addManyNodes } from '../features/nodes/index.ts'
import { createWrites, type Caller } from '../features/projects/index.ts'
import type { AdminCommand } from './command.ts'
import { CommandFailed } from './command-failed.ts'
import { buildDemoTree } from './demo-tree.ts'
import type { AdminContext } from './workshop.ts'

const maxDemoNodes = 1_000_000

export const demoCommand: AdminCommand = {
  name: 'demo',
  parameters: ['N', '[EMAIL]'],
  summary: 'makes a project of N nodes for this person, or for the first who registered',
  async run(workshop, [given = '', email]) {
    const count = /^\d{1,7}$/.test(given) ? Number(given) : Number.NaN
    if (!(count >= 1 && count <= maxDemoNodes)) throw new CommandFailed(`N must be a number from 1 to ${maxDemoNodes}`)
    const owner = await findDemoOwner(workshop, email)
    const before = performance.now()
    const id = await createDemoProject(workshop, owner, count)
    const seconds = ((performance.now() - before) / 1000).toFixed(1)
    const whose = owner === null ? 'open to anyone with the link' : `of ${owner.email}`
    return `Made a project of ${count} nodes, ${whose}, in ${seconds} s: ${workshop.webUrl}/tree/${id}`
  },
}

async function findDemoOwner({ identities, database }: AdminContext, email: string | undefined): Promise<Person | null> {
  if (email !== undefined) {
    const found = await identities.findByEmail(email)
    if (found === null) throw new CommandFailed(`Nobody has registered with ${email}`)
    return found
  }
  const first = await database.db
    .selectFrom('accounts')
    .select('user_id')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  return first === undefined ? null : identities.findById(first.user_id)
}

async function createDemoProject({ database }: AdminContext, owner: Person | null, count: number): Promise<string> {
  // A running server learns of it when the project is opened; there is nobody in it yet to be told.
  const writes = createWrites({ database, announcements: { announce: () => {} }, audit: () => {} })
  const title = `Demo of ${count} nodes`
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
        contents: {
          title: `<p>${escapeHtml(nodeTitle)}</p>`,
          body: '',
          status,
          style: { backgroundColor: limits.nodeColour, processing: false },
        },
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
