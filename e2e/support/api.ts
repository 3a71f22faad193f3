import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'

/** Sends one GraphQL operation as the person who is signed in on this page. */
export async function ask<Answer>(page: Page, query: string, variables: Record<string, unknown> = {}): Promise<Answer> {
  const origin = new URL(page.url()).origin
  const answer = await page.request.post(`${origin}/graphql/`, {
    headers: { 'x-client-id': 'a-journey', origin },
    data: { query, variables, extensions: { operationId: randomUUID() } },
  })
  const { data, errors } = (await answer.json()) as { data: Answer; errors?: unknown }
  if (errors) throw new Error(JSON.stringify(errors))
  return data
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
