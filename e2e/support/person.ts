import { randomUUID } from 'node:crypto'
import { type RegisteredNames, visitor } from './identity-client.ts'
import { watchProject, type LiveSocket } from './socket.ts'

export const password = 'a-garden-wall-in-June-42'

export interface Told {
  readonly status: number
  readonly data: Record<string, { readonly id: string } & Record<string, unknown>> | null
  readonly codes: readonly string[]
}

/** A signed-in person who can talk to any server. */
export interface Person {
  readonly email: string
  readonly cookie: string
  ask(origin: string, query: string, variables?: object, operationId?: string): Promise<Told>
  createProject(origin: string, title: string): Promise<string>
  createNode(origin: string, fields: object): Promise<string>
  watch(origin: string, projectId: string): Promise<LiveSocket>
  logOut(): Promise<Response>
}

interface Answered {
  readonly data?: Told['data']
  readonly errors?: readonly { readonly extensions?: { readonly code?: string } }[]
  readonly error?: { readonly code: string }
}

export async function registered(origin: string, email: string, names: RegisteredNames = {}): Promise<Person> {
  const browser = visitor(origin)
  const answer = await browser.register(email, password, names)
  if (answer.status !== 200) throw new Error(`registering ${email}: ${answer.status} ${await answer.text()}`)
  const cookie = await browser.cookies()
  const ask: Person['ask'] = async (at, query, variables = {}, operationId = randomUUID()) => {
    const response = await fetch(`${at}/graphql/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-client-id': email, cookie },
      body: JSON.stringify({ query, variables, extensions: { operationId } }),
    })
    const text = await response.text()
    const { data = null, errors = [], error } = text.startsWith('{') ? (JSON.parse(text) as Answered) : {}
    const codes = [...errors.map(({ extensions }) => extensions?.code ?? 'NONE'), ...(error ? [error.code] : [])]
    return { status: response.status, data, codes }
  }
  const make = async (at: string, field: string, type: string, fields: object): Promise<string> => {
    const query = `mutation ($data: ${type}!) { ${field}(data: $data) { id } }`
    const reply = await ask(at, query, { data: fields })
    const made = reply.data?.[field]
    if (made === undefined) throw new Error(`${field}: ${reply.status} ${reply.codes.join(' ')}`)
    return made.id
  }
  return {
    email,
    cookie,
    ask,
    createProject: (at, title) => make(at, 'createProject', 'ProjectInput', { title }),
    createNode: (at, fields) => make(at, 'createNode', 'NodeCreate', fields),
    watch: (at, projectId) => watchProject(at, projectId, { cookie, clientId: `${email}-elsewhere` }),
    logOut: () => browser.logOut(),
  }
}
