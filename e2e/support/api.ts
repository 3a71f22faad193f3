import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'

interface SentErrors {
  readonly errors?: readonly { readonly extensions?: { readonly retryAfter?: number } }[]
}

const maxAttempts = 4
const longestWaitSeconds = 5

/**
 * Sends one GraphQL operation as the person who is signed in on this page. Like the page, it repeats an operation that a
 * busy server asks to repeat; the operation's id makes sure that it is done once.
 */
export async function ask<Answer>(page: Page, query: string, variables: Record<string, unknown> = {}): Promise<Answer> {
  const origin = new URL(page.url()).origin
  const operation = { query, variables, extensions: { operationId: randomUUID() } }
  for (let attempt = 1; ; attempt += 1) {
    const answer = await page.request.post(`${origin}/graphql/`, {
      headers: { 'x-client-id': 'a-journey', origin },
      data: operation,
    })
    const { data, errors } = (await answer.json()) as SentErrors & { readonly data: Answer }
    if (errors === undefined) return data
    const waitSeconds = errors[0]?.extensions?.retryAfter ?? Number.POSITIVE_INFINITY
    if (attempt === maxAttempts || waitSeconds > longestWaitSeconds) throw new Error(JSON.stringify(errors))
    await page.waitForTimeout(waitSeconds * 1_000)
  }
}

export async function createProject(page: Page, title: string): Promise<string> {
  const asked = 'mutation ($data: ProjectInput!) { createProject(data: $data) { id } }'
  const { createProject: made } = await ask<{ createProject: { id: string } }>(page, asked, { data: { title } })
  return made.id
}

export async function createNode(page: Page, fields: Record<string, unknown>): Promise<string> {
  const asked = 'mutation ($data: NodeCreate!) { createNode(data: $data) { id } }'
  const { createNode: made } = await ask<{ createNode: { id: string } }>(page, asked, { data: fields })
  return made.id
}
