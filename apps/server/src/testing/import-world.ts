import type { InterchangeNode } from '@espalier/interchange'
import type { Viewer } from '../api/viewer.ts'
import { importRoutes } from '../features/import/import-routes.ts'
import type { SignedInViewer } from '../features/projects/index.ts'
import { createRates } from '../reliability/rates.ts'
import { startTestServer } from '../transport/testing/test-server.ts'
import { openProjectWorld } from './project-world.ts'
import { createRecordedLog } from './recorded-log.ts'

interface ImportAnswer {
  readonly status: number
  readonly body: {
    id?: string
    projectId?: string
    seq?: number
    nodeIds?: string[]
    error?: { code: string; message: string }
  }
}

interface ImportRequest {
  readonly method?: string
  readonly headers?: Record<string, string>
}

export type ImportWorld = Awaited<ReturnType<typeof openImportWorld>>

/** Opens a database and a server with the routes of the import. A cookie is the id of a person. */
export async function openImportWorld(now: () => Date) {
  const viewers = new Map<string, Viewer>()
  const authenticate = async ({ cookie = '' }): Promise<Viewer> => viewers.get(cookie) ?? { kind: 'anonymous' }
  const world = await openProjectWorld({ now })
  const { database, writes } = world
  const rates = createRates({ store: null, log: createRecordedLog() })
  const audit = (event: (typeof world.audited)[number]): void => void world.audited.push(event)
  const routes = [importRoutes({ database, writes, audit, authenticate, rates, now })]
  const server = await startTestServer({ authenticate, routes })
  let people = 0

  async function send(
    viewer: SignedInViewer | null,
    path: string,
    body: unknown = {},
    { method = 'POST', headers = {} }: ImportRequest = {},
  ): Promise<ImportAnswer> {
    const answer = await fetch(`${server.url}/import/projects${path}`, {
      method,
      headers: {
        ...(method === 'POST' && { 'content-type': 'application/json' }),
        'x-client-id': 'tab',
        cookie: viewer?.person.id ?? '',
        ...headers,
      },
      ...(method === 'POST' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, body: text === '' ? {} : (JSON.parse(text) as ImportAnswer['body']) }
  }

  return {
    world,
    send,
    signIn: (viewer: SignedInViewer): void => void viewers.set(viewer.person.id, viewer),
    /** Signs in somebody new. */
    someone(more: { readonly hasAccess?: boolean } = {}): SignedInViewer {
      const viewer = world.person(`person${(people += 1)}`, more)
      viewers.set(viewer.person.id, viewer)
      return viewer
    },
    /** Sends a whole file. Returns the answer to its end, or the first refusal. */
    async bringIn(viewer: SignedInViewer, nodes: readonly InterchangeNode[], more: object = {}, perPart = 2) {
      const begun = await send(viewer, '', { title: 'Garden', nodeCount: nodes.length, ...more })
      if (begun.body.id === undefined) return begun
      for (let at = 0; at * perPart < nodes.length; at += 1) {
        const part = await send(viewer, `/${begun.body.id}/parts/${at}`, {
          nodes: nodes.slice(at * perPart, (at + 1) * perPart),
        })
        if (part.status !== 200) return part
      }
      return send(viewer, `/${begun.body.id}/finish`)
    },
    async close(): Promise<void> {
      await server.close()
      await world.close()
    },
  }
}

export const importFixtures = {
  node: (id: string, parentIds: string[] = [], more: Partial<InterchangeNode> = {}): InterchangeNode => ({
    id,
    parentIds,
    title: `<p>${id}</p>`,
    body: '',
    status: 'todo',
    position: 100,
    hideChildren: false,
    ...more,
  }),
}
