import { limits } from '@espalier/domain'
import { type SentError, StatusError } from './api-errors.ts'

/** An operation in the shape that is sent. */
export interface SentOperation {
  readonly operationName: string
  readonly variables: Readonly<Record<string, unknown>>
  readonly extensions: Readonly<Record<string, unknown>>
  readonly query: string
}

/** The data of any operation, by its fields. */
export type SentData = Readonly<Record<string, unknown>>

/** The answer to one operation, with errors and extensions. */
export interface ApiAnswer<Data> {
  readonly data?: Data | null | undefined
  readonly errors?: readonly SentError[] | undefined
  readonly extensions?: Readonly<Record<string, unknown>> | undefined
}

export type RequestHeaders = Readonly<Record<string, string>>

export interface Batching {
  /** Operations of the same moment with the same headers travel as one request. */
  send(operation: SentOperation, headers: RequestHeaders): Promise<ApiAnswer<SentData>>
  /** Sends these operations as one request immediately. */
  sendTogether(operations: readonly SentOperation[], headers: RequestHeaders): Promise<readonly ApiAnswer<SentData>[]>
  /** Sends one request that outlives the page; nobody reads the answer. */
  sendOnLeaving(operations: readonly SentOperation[], headers: RequestHeaders): void
}

interface Waiting {
  readonly operation: SentOperation
  readonly resolve: (result: ApiAnswer<SentData>) => void
  readonly reject: (error: unknown) => void
}

const jsonHeaders = {
  'content-type': 'application/json',
  accept: 'application/graphql-response+json,application/json;q=0.9',
}
/** Browsers reject a longer body for a request that outlives its page. */
const leavingBytes = 60_000

export function createBatching(uri: string): Batching {
  const batches = new Map<string, Waiting[]>()

  const post = (body: string, headers: RequestHeaders, keepalive = false): Promise<Response> =>
    fetch(uri, { method: 'POST', credentials: 'include', headers: { ...jsonHeaders, ...headers }, body, keepalive })

  async function sendTogether(
    operations: readonly SentOperation[],
    headers: RequestHeaders,
  ): Promise<readonly ApiAnswer<SentData>[]> {
    const response = await post(JSON.stringify(operations), headers)
    const text = await response.text()
    if (!response.ok) throw new StatusError(response)
    const results = JSON.parse(text) as readonly ApiAnswer<SentData>[]
    return operations.map((_, index) => results[index] ?? {})
  }

  async function flush(key: string, headers: RequestHeaders): Promise<void> {
    const batch = batches.get(key) ?? []
    batches.delete(key)
    if (batch.length === 0) return
    try {
      const results = await sendTogether(
        batch.map(({ operation }) => operation),
        headers,
      )
      batch.forEach(({ resolve }, index) => resolve(results[index] ?? {}))
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  return {
    sendTogether,
    send: (operation, headers) =>
      new Promise((resolve, reject) => {
        const key = JSON.stringify(headers)
        const batch = batches.get(key) ?? []
        batch.push({ operation, resolve, reject })
        batches.set(key, batch)
        if (batch.length === 1) setTimeout(() => void flush(key, headers), limits.apiBatch.windowMs)
        else if (batch.length === limits.apiBatch.operations) void flush(key, headers)
      }),
    sendOnLeaving(operations, headers) {
      const body = JSON.stringify(operations)
      // A UTF-16 unit takes at most three bytes.
      if (body.length * 3 <= leavingBytes) void post(body, headers, true).catch(() => undefined)
    },
  }
}
