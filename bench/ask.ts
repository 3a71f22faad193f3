import { randomUUID } from 'node:crypto'

/** Sends one operation of the API as the owner of the cookie. */
export async function ask<Answer>(url: string, cookie: string, query: string, variables: object): Promise<Answer> {
  const answer = await fetch(`${url}/graphql/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-client-id': 'bench', cookie },
    body: JSON.stringify({ query, variables, extensions: { operationId: randomUUID() } }),
  })
  const { data, errors } = (await answer.json()) as { data: Answer; errors?: unknown }
  if (errors) throw new Error(JSON.stringify(errors))
  return data
}
