import type { Operation } from '@espalier/sync'
import type { EncryptedStorage } from '../../platform/encrypted-storage.ts'
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

interface UnsentParts {
  /** Null: nothing can be kept here. */
  readonly storage: EncryptedStorage | null
  /** The person and the project. */
  readonly place: string
  readonly clientId: string
  unsent(): readonly Operation[]
  /** The page goes: this is the last moment to send something. */
  onLeaving(): void
}

/** Keeps what is unsent over a reload. Where the browser cannot, it is asked not to leave without a word. */
export function keepUnsent({ storage, place, clientId, unsent, onLeaving }: UnsentParts): KeptUnsent {
  const kept = storage === null ? null : keptOperations(storage, place, clientId)
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
  const hide = (): void => {
    write()
    if (unsent().length > 0) onLeaving()
  }
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
