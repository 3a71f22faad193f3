import type { NodeRecord, Replica } from '@espalier/sync'
import { createBoard, type Board } from './board.ts'
import type { PageParts, Kept } from './page-parts.ts'
import type { ApiCall, Said } from '../server/api.ts'

/** One tab of one person: it opens the project, edits, is closed, comes back, and goes on. */
export interface Page {
  readonly name: string
  readonly userId: string
  /** Null while the project is not open, or may not be seen. */
  readonly replica: Replica | null
  readonly isOnline: boolean
  open(): void
  /** Something was edited: it is sent. */
  edited(): void
  goOffline(): void
  goOnline(): void
  /** The tab is loaded anew; what was unsent is kept. */
  reload(): void
  cutLine(): void
}

const reopenMs = 2_000

export function createPage(parts: PageParts): Page {
  const { clock, chance, network, userId } = parts
  let board: Board | null = null
  let kept: readonly Kept[] = []
  let life = 0
  let isOnline = true
  let tab = chance.uuid()

  const isNow = (then: number): boolean => then === life

  function ask(calls: readonly ApiCall[], clientId: string, done: (answers: readonly Said[] | null) => void): void {
    const from = life
    const answered = (answers: readonly Said[] | null): void => {
      if (isNow(from)) done(isOnline ? answers : null)
    }
    if (isOnline) network.ask({ userId, clientId, calls }, answered)
    else clock.after(1, () => answered(null))
  }

  function later(ms: number, run: () => void): void {
    const from = life
    clock.after(ms, () => {
      if (isNow(from)) run()
    })
  }

  function open(): void {
    ask([{ kind: 'project' }, { kind: 'nodes' }], tab, (answers) => {
      const [project, nodes] = answers ?? []
      if (project === undefined || nodes === undefined || !project.ok || !nodes.ok) return later(reopenMs, open)
      const { seq } = project.value as { readonly seq: number }
      board = createBoard({
        ...parts,
        clientId: tab,
        seq,
        nodes: nodes.value as readonly NodeRecord[],
        kept,
        isOnline: () => isOnline,
        ask,
        later,
        onDenied: () => later(reopenMs, reload),
      })
      kept = []
    })
  }

  function reload(): void {
    kept = board === null ? kept : (JSON.parse(JSON.stringify(board.keep())) as readonly Kept[])
    board?.close()
    board = null
    life += 1
    tab = chance.uuid()
    open()
  }

  return {
    name: parts.name,
    userId,
    get replica() {
      return board?.replica ?? null
    },
    get isOnline() {
      return isOnline
    },
    open,
    edited: () => board?.edited(),
    goOffline() {
      isOnline = false
      board?.cutLine()
    },
    goOnline() {
      isOnline = true
      board?.tryAgain()
    },
    reload,
    cutLine: () => board?.cutLine(),
  }
}
