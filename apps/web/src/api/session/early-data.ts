import {
  forgetDataPath,
  listPageData,
  type PageData,
  type PageDataRequest,
  type PageSession,
  projectsDataPath,
} from '@espalier/schema'
import { isJsonFields } from '../../platform/json.ts'
import { consumeBegunData, readPageData } from './begin-page-data.ts'
import { apiBase } from './page-config.ts'

/** An answer as the API sends it. */
type EarlyAnswer = PageData['answers'][number]['answer']

/** The operation that somebody is about to send. */
interface AskedOperation {
  readonly name: string
  readonly text: string
  readonly variables: Readonly<Record<string, unknown>>
}

interface EarlyData {
  /** Begins to use what the HTML of this path has begun to load. */
  begin(path: string): void
  /** Returns who is signed in, once. Null: nobody is. Undefined: it is not known, so the identity service must be asked. */
  consumeSession(): Promise<PageSession | null | undefined>
  /** Returns the answer to an operation, once, if it is for this person. Null: the operation must be sent. */
  consumeAnswer(operation: AskedOperation, personId: () => string | null): Promise<EarlyAnswer | null>
}

interface StartedRequest extends PageDataRequest {
  readonly data: Promise<PageData | null>
}

/** A page that was in the background for longer asks again. */
const freshMs = 30_000

/**
 * Answers that the server sends along with the HTML. Each is used once, for the first of its questions. A missing,
 * failed, foreign or old one is no error: its question is then sent as usual.
 */
export function createEarlyData(
  load: (path: string) => Promise<PageData | null>,
  now: () => number = () => performance.now(),
): EarlyData {
  let started: readonly StartedRequest[] = []
  let startedAt = 0
  let isSessionUsed = false
  const used = new Set<unknown>()
  const isFresh = (): boolean => now() - startedAt < freshMs
  return {
    begin(path) {
      startedAt = now()
      isSessionUsed = false
      started = listPageData(path).map((request) => ({ ...request, data: load(request.path) }))
    },
    async consumeSession() {
      if (isSessionUsed) return undefined
      isSessionUsed = true
      const data = await started[0]?.data
      return isFresh() ? data?.session : undefined
    },
    async consumeAnswer({ name, text, variables }, personId) {
      const request = started.find(({ operations }) => operations.includes(name))
      if (request === undefined || !isFresh()) return null
      const data = await request.data
      const asked = JSON.stringify(variables)
      const found = data?.answers.find((one) => one.query === text && JSON.stringify(one.variables) === asked)
      if (found === undefined || used.has(found) || data?.personId !== personId()) return null
      used.add(found)
      return isFresh() && isFinal(found.answer) ? found.answer : null
    },
  }
}

/** A refusal may have a reason that has passed; only a project that does not exist stays so. */
const isFinal = ({ errors = [] }: EarlyAnswer): boolean =>
  errors.every(
    (error) => isJsonFields(error) && isJsonFields(error['extensions']) && error['extensions']['code'] === 'NOT_FOUND',
  )

/** The browser matches this with the request of the HTML only if both send cookies in the same way. */
async function fetchData(path: string, init: RequestInit = {}): Promise<Response> {
  const base = apiBase()
  const isOwnOrigin = base === window.location.origin
  return fetch(`${isOwnOrigin ? '' : base}${path}`, { credentials: isOwnOrigin ? 'same-origin' : 'include', ...init })
}

const loadData = (path: string): Promise<PageData | null> => consumeBegunData(path) ?? readPageData(fetchData(path))

/** This tab has one start. */
export const earlyData = createEarlyData(loadData)

/** After a logout nothing of a project may stay in the browser's cache. */
export const dropStoredData = (): void => void fetchData(forgetDataPath).catch(() => undefined)

/** Replaces what the browser has stored of a project that this person may no longer see. */
export const dropStoredProject = (projectId: string): void =>
  void fetchData(`${projectsDataPath}/${encodeURIComponent(projectId)}`, { cache: 'reload' }).catch(() => undefined)
