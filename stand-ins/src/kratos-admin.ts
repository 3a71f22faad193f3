import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import type { Identity, IdentityRecord } from '@espalier/identity'

export interface KratosAdmin {
  readonly url: string
  readonly patches: readonly unknown[]
  stop(): Promise<void>
}

interface AdminResponse {
  readonly status: number
  readonly body?: unknown
}

const toErrorResponse = (status: number, message: string): AdminResponse => ({
  status,
  body: { error: { code: status, message } },
})

/** The admin API as Kratos documents it, strictly, over people that are really stored. */
export async function startKratosAdmin(people: Identity['admin']): Promise<KratosAdmin> {
  const patches: unknown[] = []
  const server = createServer((request, response) => {
    answerAdminRequest(people, request, patches).then(
      (answer) => sendJson(response, answer),
      () => sendJson(response, toErrorResponse(500, 'the stand-in failed')),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    patches,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function sendJson(response: ServerResponse, { status, body }: AdminResponse): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function answerAdminRequest(
  people: Identity['admin'],
  request: IncomingMessage,
  patches: unknown[],
): Promise<AdminResponse> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://admin')
  if (pathname === '/admin/identities' && request.method === 'GET') return listIdentities(people, searchParams)
  const id = /^\/admin\/identities\/([^/]+)$/.exec(pathname)?.[1]
  if (id === undefined) return toErrorResponse(404, 'no such path')
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return toErrorResponse(400, 'not a UUID')
  const found = await people.get(id)
  if (found === null) return toErrorResponse(404, 'no such identity')
  if (request.method === 'GET') return { status: 200, body: toIdentityJson(found) }
  if (request.method === 'DELETE') {
    await people.remove(id)
    return { status: 204 }
  }
  if (request.method !== 'PATCH') return toErrorResponse(405, 'not here')
  if (request.headers['content-type'] !== 'application/json') return toErrorResponse(415, 'JSON Patch only')
  const patch = await json(request)
  patches.push(patch)
  return patchIdentity(people, found, patch)
}

async function listIdentities(people: Identity['admin'], query: URLSearchParams): Promise<AdminResponse> {
  const unknown = [...query.keys()].find((name) => !['credentials_identifier', 'page_size', 'ids'].includes(name))
  if (unknown !== undefined) return toErrorResponse(400, `unknown ${unknown}`)
  const wanted = query.get('credentials_identifier') ?? ''
  // Kratos compares with the stored spelling, so another spelling finds nobody.
  if (wanted !== wanted.trim().toLowerCase()) return { status: 200, body: [] }
  const found = await people.findByEmail(wanted)
  return { status: 200, body: found === null ? [] : [toIdentityJson(found)] }
}

interface Step {
  readonly op?: unknown
  readonly path?: unknown
  readonly value?: unknown
}

async function patchIdentity(people: Identity['admin'], found: IdentityRecord, patch: unknown): Promise<AdminResponse> {
  const steps = (Array.isArray(patch) ? patch : []) as readonly Step[]
  if (steps.length === 0) return toErrorResponse(400, 'not a JSON Patch')
  let metadata: unknown = found.metadataPublic
  for (const { op, path, value } of steps) {
    if (op !== 'add' && op !== 'replace') return toErrorResponse(400, 'only add and replace are played here')
    if (path !== '/metadata_public') return toErrorResponse(400, 'denied, or a path into null')
    metadata = value
  }
  await people.setMetadataPublic(found.id, metadata as Parameters<typeof people.setMetadataPublic>[1])
  const changed = await people.get(found.id)
  return changed === null ? toErrorResponse(404, 'gone') : { status: 200, body: toIdentityJson(changed) }
}

const toIdentityJson = ({ id, schemaId, state, traits, addresses, metadataPublic }: IdentityRecord) => ({
  id,
  schema_id: schemaId,
  schema_url: 'http://admin/schemas/default',
  state,
  traits,
  verifiable_addresses: addresses.map(({ value, verifiedAt }) => ({
    value,
    verified: verifiedAt !== null,
    via: 'email',
  })),
  metadata_public: metadataPublic,
  metadata_admin: null,
})
