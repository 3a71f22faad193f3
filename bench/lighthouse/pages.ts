import { visitor } from '../../e2e/support/identity-client.ts'
import type { RunningServer } from '../../e2e/support/server.ts'
import { ask } from '../ask.ts'
import { makeDemo } from '../demo-project.ts'

export interface AuditedPage {
  readonly name: string
  readonly address: string
  /** The visitor's cookies; empty for an anonymous visitor. */
  readonly cookies: string
}

const projects = 20
const nodes = 200

/** Prepares the pages as people find them: the login, a used list, and a tree opened by a link. */
export async function preparePages({ url, env }: RunningServer): Promise<AuditedPage[]> {
  const person = visitor(url)
  await person.register('ann@example.com', 'a-garden-wall-in-June-42')
  await person.account()
  const cookies = await person.cookies()
  for (let count = 1; count < projects; count += 1) {
    await ask(url, cookies, 'mutation ($data: ProjectInput!) { createProject(data: $data) { id } }', {
      data: { title: `Garden ${count}`, body: '<p>What grows there, and who waters it.</p>' },
    })
  }
  const { id } = makeDemo(env, nodes)
  await ask(url, cookies, 'mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id } }', {
    id,
    data: { sharing: { generalAccess: 'anyone' } },
  })
  return [
    { name: '/login', address: `${url}/login`, cookies: '' },
    { name: `/projects (${projects} of them)`, address: `${url}/projects`, cookies },
    { name: `/tree/{id} (${nodes} nodes, by link)`, address: `${url}/tree/${id}`, cookies: '' },
  ]
}
