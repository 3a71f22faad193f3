import type { NodeId, ProjectId } from '@espalier/domain'
import { apiTroubles } from './graphql/api-trouble.ts'
import { clientId } from './graphql/client-id.ts'
import { pageHeaders } from './graphql/page-headers.ts'
import { apiBase } from './session/page-config.ts'
import { currentPersonId } from './session/session.ts'
import { requestErrorTexts } from '../texts/request-errors.ts'

/** A parsed file: its header, and its nodes as JSON texts that each hold some of them. */
export interface ImportUpload {
  readonly header: Readonly<Record<string, unknown>>
  readonly nodeCount: number
  readonly parts: readonly string[]
}

/** The target in an open project. A parent of null makes the topmost nodes roots. */
export interface ImportDestination {
  readonly projectId: ProjectId
  readonly parentId: NodeId | null
}

export interface ImportSummary {
  readonly projectId: ProjectId
  readonly seq: number
  readonly nodeIds: readonly NodeId[]
}

export interface UploadOptions {
  readonly signal: AbortSignal
  /** Reports the share that has been uploaded. */
  onProgress(share: number): void
}

export type FileImportResult =
  | { readonly ok: true; readonly value: ImportSummary }
  | { readonly ok: false; readonly text: string }

class ImportRejectedError extends Error {}

/** Uploads a file in parts and finishes the import. A failure leaves nothing behind. */
export async function uploadImport(
  file: ImportUpload,
  destination: ImportDestination | null,
  { signal, onProgress }: UploadOptions,
): Promise<FileImportResult> {
  let id: string | null = null
  try {
    const begun = await postWithRetry('', JSON.stringify(toImportHeader(file, destination)), signal)
    id = String(begun['id'])
    for (const [at, part] of file.parts.entries()) {
      onProgress(at / file.parts.length)
      await postWithRetry(`/${id}/parts/${at}`, part, signal)
    }
    onProgress(1)
    return { ok: true, value: (await postWithRetry(`/${id}/finish`, '{}', signal)) as unknown as ImportSummary }
  } catch (error) {
    if (id !== null) cancelImport(id)
    if (signal.aborted) return { ok: false, text: requestErrorTexts.import.stopped }
    return {
      ok: false,
      text: error instanceof ImportRejectedError ? error.message : requestErrorTexts.import.unreachable,
    }
  }
}

const toImportHeader = ({ header, nodeCount }: ImportUpload, destination: ImportDestination | null) => ({
  ...header,
  nodeCount,
  ...(destination !== null && { projectId: destination.projectId, parentId: destination.parentId }),
})

const importUrl = (path: string): string => `${apiBase()}/import/projects${path}`

/** The server drops an unfinished import by itself, but only after a while. */
function cancelImport(id: string): void {
  const asked = { method: 'DELETE', credentials: 'include', keepalive: true } as const
  fetch(importUrl(`/${id}`), { ...asked, headers: pageHeaders({ clientId, personId: currentPersonId() }) }).catch(
    () => undefined,
  )
}

const maxAttempts = 4
const initialDelayMs = 500
const maxDelayMs = 30_000
const retryableStatuses = [429, 502, 503, 504]

async function postWithRetry(
  path: string,
  body: string,
  signal: AbortSignal,
): Promise<Readonly<Record<string, unknown>>> {
  for (let tried = 1; ; tried += 1) {
    const answer = await fetch(importUrl(path), {
      method: 'POST',
      credentials: 'include',
      headers: { 'content-type': 'application/json', ...pageHeaders({ clientId, personId: currentPersonId() }) },
      body,
      signal,
    }).catch((error: unknown) => {
      if (signal.aborted || tried === maxAttempts) throw error
      return null
    })
    if (answer?.ok === true) return (await answer.json()) as Record<string, unknown>
    if (answer !== null && (tried === maxAttempts || !retryableStatuses.includes(answer.status)))
      throw await toImportError(answer)
    await sleep(retryDelayFor(answer, tried), signal)
  }
}

function retryDelayFor(answer: Response | null, tried: number): number {
  const seconds = Number(answer?.headers.get('retry-after'))
  const wait = Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : initialDelayMs * 2 ** (tried - 1)
  return Math.min(wait, maxDelayMs)
}

const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = window.setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      window.clearTimeout(timer)
      reject(new Error(requestErrorTexts.import.stopped))
    })
  })

async function toImportError(answer: Response): Promise<ImportRejectedError> {
  if (answer.status === 401) {
    apiTroubles.report({ kind: 'unauthenticated' })
    return new ImportRejectedError(requestErrorTexts.import.signedOut)
  }
  const body = (await answer.json().catch(() => null)) as { readonly error?: { readonly message?: unknown } } | null
  const message = body?.error?.message
  return new ImportRejectedError(typeof message === 'string' ? message : requestErrorTexts.import.unreachable)
}
