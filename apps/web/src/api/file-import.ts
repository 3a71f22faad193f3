import type { NodeId, ProjectId } from '@espalier/domain'
import { holdPreload } from '../platform/code-loading.ts'
import { getArray, getNumber, getString, isStringArray } from '../platform/json.ts'
import { requestErrorTexts } from '../texts/request-errors.ts'
import type { ApiErrorCode, ApiFailure, ApiResult } from './graphql/api-result.ts'
import { apiTroubles } from './graphql/api-trouble.ts'
import { type RestRequest, sendRestRequest } from './rest.ts'

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

/**
 * Uploads a file in parts and finishes the import. A failure leaves nothing behind. Code that nobody has asked for yet
 * is not loaded meanwhile: those hundred requests would take turns with the parts.
 */
export async function uploadImport(
  file: ImportUpload,
  destination: ImportDestination | null,
  options: UploadOptions,
): Promise<ApiResult<ImportSummary>> {
  const resumePreload = holdPreload()
  try {
    return await sendImport(file, destination, options)
  } finally {
    resumePreload()
  }
}

async function sendImport(
  file: ImportUpload,
  destination: ImportDestination | null,
  options: UploadOptions,
): Promise<ApiResult<ImportSummary>> {
  const { signal, onProgress } = options
  const begun = await post('', { body: toImportHeader(file, destination), signal, read: readImportId })
  if (!begun.ok) return toImportFailure(begun, signal)
  const id = begun.value
  const giveUp = (failure: ApiFailure): ApiFailure => {
    cancelImport(id)
    return toImportFailure(failure, signal)
  }
  const failure = await sendParts(id, file.parts, options)
  if (failure !== null) return giveUp(failure)
  onProgress(1)
  const finished = await post(`/${id}/finish`, { body: '{}', signal, read: readImportSummary })
  return finished.ok ? finished : giveUp(finished)
}

/** While the server checks one part, the next one is on its way. */
const partsAtOnce = 2

/** Sends every part. Returns the first failure, which ends the others. */
async function sendParts(
  id: string,
  parts: readonly string[],
  { signal, onProgress }: UploadOptions,
): Promise<ApiFailure | null> {
  const stopping = new AbortController()
  const stop = (): void => stopping.abort()
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  const waiting = parts.entries()
  let sent = 0
  let failure: ApiFailure | null = null
  const sendInTurn = async (): Promise<void> => {
    for (const [at, body] of waiting) {
      const answer = await post(`/${id}/parts/${at}`, { body, signal: stopping.signal, read: () => true })
      if (!answer.ok) {
        failure ??= answer
        return stop()
      }
      sent += 1
      onProgress(sent / parts.length)
    }
  }
  onProgress(0)
  await Promise.all(Array.from({ length: partsAtOnce }, sendInTurn))
  signal.removeEventListener('abort', stop)
  return failure
}

const readImportId = (body: unknown): string | null => getString(body, 'id')

function readImportSummary(body: unknown): ImportSummary | null {
  const [projectId, seq, nodeIds] = [getString(body, 'projectId'), getNumber(body, 'seq'), getArray(body, 'nodeIds')]
  return projectId === null || seq === null || !isStringArray(nodeIds) ? null : { projectId, seq, nodeIds }
}

/** Words for the person: an import that was stopped or refused has changed nothing. */
function toImportFailure(failure: ApiFailure, signal: AbortSignal): ApiFailure {
  if (signal.aborted) return { ...failure, message: requestErrorTexts.import.stopped }
  if (failure.code !== 'UNAUTHENTICATED') return failure
  apiTroubles.report({ kind: 'unauthenticated' })
  return { ...failure, message: requestErrorTexts.import.signedOut }
}

const toImportHeader = ({ header, nodeCount }: ImportUpload, destination: ImportDestination | null): string =>
  JSON.stringify({
    ...header,
    nodeCount,
    ...(destination !== null && { projectId: destination.projectId, parentId: destination.parentId }),
  })

/** The server drops an unfinished import by itself, but only after a while. */
function cancelImport(id: string): void {
  void sendRestRequest(`${importPath}/${id}`, { method: 'DELETE', keepalive: true, read: () => true, failedText: '' })
}

const importPath = '/import/projects'
const maxAttempts = 4
const initialDelayMs = 500
const maxDelayMs = 30_000
const passingCodes: readonly ApiErrorCode[] = ['RATE_LIMITED', 'UPSTREAM_FAILED', 'UNREACHABLE']

interface ImportStep<Value> extends Pick<RestRequest<Value>, 'read'> {
  readonly body: string
  readonly signal: AbortSignal
}

/** Repeats a step that the server may accept later: it recognizes one that it has done already. */
async function post<Value>(path: string, step: ImportStep<Value>): Promise<ApiResult<Value>> {
  for (let tried = 1; ; tried += 1) {
    const answer = await sendRestRequest(`${importPath}${path}`, {
      ...step,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      failedText: requestErrorTexts.import.unreachable,
    })
    const isFinal = answer.ok || !passingCodes.includes(answer.code)
    if (isFinal || tried === maxAttempts || step.signal.aborted) return answer
    await sleep(retryDelayFor(answer, tried), step.signal)
  }
}

const retryDelayFor = ({ retryAfter }: ApiFailure, tried: number): number =>
  Math.min(retryAfter === null ? initialDelayMs * 2 ** (tried - 1) : retryAfter * 1_000, maxDelayMs)

/** Ends early when the signal aborts. */
const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = window.setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      window.clearTimeout(timer)
      resolve()
    })
  })
