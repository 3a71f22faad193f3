import type { Operation } from '@espalier/replica'
import { keptOperations } from './kept-operations.ts'

const writeDelayMs = 100

export interface KeptUnsent {
  /** What earlier tabs left behind. */
  readonly restored: readonly Operation[]
  /** The tab that an operation was made in. */
  clientIdOf(operation: Operation): string
  /** What is unsent has changed. */
  changed(): void
  stop(): void
}

interface Place {
  readonly personId: string | null
  readonly projectId: string
  readonly clientId: string
}

/** Keeps what is unsent over a reload. Where the browser cannot, it is asked not to leave without a word. */
export function keepUnsent(place: Place, unsent: () => readonly Operation[]): KeptUnsent {
  const { personId, projectId, clientId } = place
  const kept = personId === null ? null : keptOperations(personId, projectId, clientId)
  const restored = kept?.take() ?? []
  const origins = new Map(restored.map(({ id, clientId: origin }) => [id, origin]))
  const clientIdOf = ({ id }: Operation): string => origins.get(id) ?? clientId
  let timer: number | undefined
  let isStopped = false

  function write(): boolean {
    window.clearTimeout(timer)
    timer = undefined
    const operations = unsent()
    if (operations.length === 0) origins.clear()
    const written = operations.map(({ id, request }) => ({ id, request, clientId: clientIdOf({ id, request }) }))
    return kept?.write(written) ?? written.length === 0
  }
  const leave = (event: BeforeUnloadEvent): void => {
    if (!write()) event.preventDefault()
  }
  const hide = (): void => void write()
  window.addEventListener('beforeunload', leave)
  window.addEventListener('pagehide', hide)

  return {
    restored: restored.map(({ id, request }) => ({ id, request })),
    clientIdOf,
    changed() {
      if (isStopped) write()
      else timer ??= window.setTimeout(write, writeDelayMs)
    },
    stop() {
      isStopped = true
      write()
      window.removeEventListener('beforeunload', leave)
      window.removeEventListener('pagehide', hide)
    },
  }
}
