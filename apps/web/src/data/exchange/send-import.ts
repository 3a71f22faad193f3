import type { NodeId, ProjectId } from '@espalier/domain'
import { apiBase } from '../config/index.ts'
import { apiTroubles } from '../graphql/api-trouble.ts'
import { clientId } from '../graphql/client-id.ts'
import { pageHeaders } from '../graphql/page-headers.ts'
import { personId } from '../session/index.ts'

/** A file that has been read: what is said of it, and its nodes as JSON texts that each hold some of them. */
export interface FileToSend {
  readonly header: Readonly<Record<string, unknown>>
  readonly nodeCount: number
  readonly parts: readonly string[]
}

/** Where it goes in an open project; a parent of null: its topmost nodes become roots. */
export interface ImportPlace {
  readonly projectId: ProjectId
  readonly parentId: NodeId | null
}

export interface Imported {
  readonly projectId: ProjectId
  readonly seq: number
  readonly nodeIds: readonly NodeId[]
}

export interface Sending {
  readonly signal: AbortSignal
  /** Which share of it has arrived. */
  onProgress(share: number): void
}

export type ImportAnswer =
  | { readonly ok: true; readonly value: Imported }
  | { readonly ok: false; readonly text: string }

const texts = {
  unreachable: 'The server could not be reached, and nothing was imported. Check the connection and try again.',
  signedOut: 'You are no longer signed in, and nothing was imported. Log in and try again.',
  stopped: 'The import was stopped, and nothing was imported.',
} as const

class NotDone extends Error {}

/** Sends a file part by part and ends it. Whatever keeps it from being done leaves nothing behind. */
export async function sendImport(
  file: FileToSend,
  place: ImportPlace | null,
  { signal, onProgress }: Sending,
): Promise<ImportAnswer> {
  let id: string | null = null
  try {
    const begun = await post('', JSON.stringify(beginningOf(file, place)), signal)
    id = String(begun['id'])
    for (const [at, part] of file.parts.entries()) {
      onProgress(at / file.parts.length)
      await post(`/${id}/parts/${at}`, part, signal)
    }
    onProgress(1)
    return { ok: true, value: (await post(`/${id}/finish`, '{}', signal)) as unknown as Imported }
  } catch (error) {
    if (id !== null) giveUp(id)
    if (signal.aborted) return { ok: false, text: texts.stopped }
    return { ok: false, text: error instanceof NotDone ? error.message : texts.unreachable }
  }
}

const beginningOf = ({ header, nodeCount }: FileToSend, place: ImportPlace | null) => ({
  ...header,
  nodeCount,
  ...(place !== null && { projectId: place.projectId, parentId: place.parentId }),
})

const addressOf = (path: string): string => `${apiBase()}/import/projects${path}`

/** The server forgets it by itself, too; but only after a while. */
function giveUp(id: string): void {
  const asked = { method: 'DELETE', credentials: 'include', keepalive: true } as const
  fetch(addressOf(`/${id}`), { ...asked, headers: pageHeaders({ clientId, personId: personId() }) }).catch(
    () => undefined,
  )
}

const tries = 4
const firstWaitMs = 500
const longestWaitMs = 30_000
const passing = [429, 502, 503, 504]

async function post(path: string, body: string, signal: AbortSignal): Promise<Readonly<Record<string, unknown>>> {
  for (let tried = 1; ; tried += 1) {
    const answer = await fetch(addressOf(path), {
      method: 'POST',
      credentials: 'include',
      headers: { 'content-type': 'application/json', ...pageHeaders({ clientId, personId: personId() }) },
      body,
      signal,
    }).catch((error: unknown) => {
      if (signal.aborted || tried === tries) throw error
      return null
    })
    if (answer?.ok === true) return (await answer.json()) as Record<string, unknown>
    if (answer !== null && (tried === tries || !passing.includes(answer.status))) throw await notDone(answer)
    await pause(waitOf(answer, tried), signal)
  }
}

function waitOf(answer: Response | null, tried: number): number {
  const seconds = Number(answer?.headers.get('retry-after'))
  const wait = Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : firstWaitMs * 2 ** (tried - 1)
  return Math.min(wait, longestWaitMs)
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = window.setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      window.clearTimeout(timer)
      reject(new Error(texts.stopped))
    })
  })

async function notDone(answer: Response): Promise<NotDone> {
  if (answer.status === 401) {
    apiTroubles.tell({ kind: 'unauthenticated' })
    return new NotDone(texts.signedOut)
  }
  const said = (await answer.json().catch(() => null)) as { readonly error?: { readonly message?: unknown } } | null
  const message = said?.error?.message
  return new NotDone(typeof message === 'string' ? message : texts.unreachable)
}
