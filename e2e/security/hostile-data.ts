import { randomUUID } from 'node:crypto'
import { hostilePayloads as payloads } from '@espalier/domain/testing'
import type { Page } from '@playwright/test'

/** A request with the character NUL is rejected whole. */
export const storablePayloads: readonly string[] = payloads.map((payload) => payload.replaceAll('\0', ''))

interface GraphqlRequest {
  readonly query: string
  readonly variables: Record<string, unknown>
}

const longestBatch = 50

/** Sends many operations of the signed-in person in as few requests as possible; a rejected one is null. */
export async function askMany<Answer>(
  page: Page,
  operations: readonly GraphqlRequest[],
): Promise<readonly (Answer | null)[]> {
  const origin = new URL(page.url()).origin
  const answers: (Answer | null)[] = []
  for (let at = 0; at < operations.length; at += longestBatch) {
    const answer = await page.request.post(`${origin}/graphql/`, {
      headers: { 'x-client-id': 'a-journey', origin },
      data: operations
        .slice(at, at + longestBatch)
        .map((operation) => ({ ...operation, extensions: { operationId: randomUUID() } })),
    })
    if (!answer.ok()) throw new Error(await answer.text())
    const results = (await answer.json()) as readonly { data: Answer | null }[]
    answers.push(...results.map(({ data }) => data))
  }
  return answers
}

const create = 'mutation ($data: ProjectInput!) { createProject(data: $data) { id } }'
const post = 'mutation ($title: String!, $text: String!) { createFeedback(title: $title, details: $text) { id slug } }'
const comment = 'mutation ($id: ID!, $text: String!) { commentFeedback(id: $id, text: $text) { number } }'

export interface TreeInput {
  readonly projectId: string
  readonly projects: number
  readonly slugs: readonly string[]
}

/** Stores every payload as the title and the text of a node, a project, a post and a comment. */
export async function storePayloads(page: Page): Promise<TreeInput> {
  const nodes = storablePayloads.map((payload, at) => ({
    id: `n${at}`,
    parentIds: at === 0 ? [] : ['n0'],
    title: `${at} ${payload}`,
    body: `<p>${at}</p>${payload}`,
  }))
  const json = { format: 'espalier', version: 1, project: { title: 'x' }, nodes }
  type Made = { readonly createProject: { readonly id: string } }
  const [firstProject] = await askMany<Made>(page, [
    { query: create, variables: { data: { title: 'Everything', json } } },
  ])
  const made = await askMany<Made>(
    page,
    storablePayloads.map((payload, at) => ({
      query: create,
      variables: { data: { title: `${at} ${payload}`, body: payload } },
    })),
  )
  type Posted = { readonly createFeedback: { readonly id: string; readonly slug: string } }
  const posts = await askMany<Posted>(
    page,
    storablePayloads.map((payload, at) => ({
      query: post,
      variables: { title: `${at} ${payload}`.slice(0, 120), text: payload },
    })),
  )
  const [first] = posts.flatMap((one) => one?.createFeedback ?? [])
  await askMany(
    page,
    storablePayloads.map((payload) => ({ query: comment, variables: { id: first?.id, text: payload } })),
  )
  if (firstProject?.createProject === undefined) throw new Error('no project was created')
  return {
    projectId: firstProject.createProject.id,
    projects: made.filter((one) => one !== null).length,
    slugs: posts.flatMap((one) => one?.createFeedback.slug ?? []),
  }
}

export const groups = 6

/** Splits the payloads into groups: neighbors have different ones, so that a few nodes show all of them. */
function groupOf(at: number): string {
  const length = Math.ceil(storablePayloads.length / groups)
  const from = (at % groups) * length
  return storablePayloads
    .slice(from, from + length)
    .map((payload) => `<p>${payload}</p>`)
    .join('')
}

interface DrawnNode {
  title: string
  body: string
}

/** Gives the page the raw payloads, as if the server had let all of them through. */
export async function serveRaw(page: Page): Promise<void> {
  // Without the data that comes with the page, the page asks for the nodes itself.
  await page.route('**/page-data/**', (route) => route.abort())
  await page.route('**/graphql/', async (route) => {
    const answer = await route.fetch()
    const text = await answer.text()
    if (!text.includes('"nodes":[{')) return route.fulfill({ response: answer, body: text })
    const payload = JSON.parse(text) as unknown
    const all = (Array.isArray(payload) ? payload : [payload]) as { data?: { nodes?: DrawnNode[] } }[]
    for (const node of all.flatMap(({ data }) => data?.nodes ?? [])) {
      const at = Number(/^\d+/.exec(node.title)?.[0] ?? 0)
      node.title = `${at} ${storablePayloads[at] ?? ''}`
      node.body = groupOf(at)
    }
    return route.fulfill({ response: answer, body: JSON.stringify(payload) })
  })
}
