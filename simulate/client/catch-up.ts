import type { NodeRecord, Question, Replica } from '@espalier/sync'
import type { ApiCall, Said } from '../server/api.ts'

interface SentChanges {
  readonly seq: number
  readonly complete: boolean
  readonly nodes: readonly NodeRecord[]
}

export interface CatchUpParts {
  readonly replica: Replica
  /** Asks, and again a few times where nobody answers; null: nobody did. */
  ask(calls: readonly ApiCall[], done: (answers: readonly Said[] | null) => void): void
  adopt(sent: NodeRecord): NodeRecord
  heard(seq: number): void
}

/** So many changes before the first number are asked for once more. */
const overlap = 20

/** Asks for what came after the last number known. Calls made meanwhile are one more question, after this one. */
export function createCatchUp({ replica, ask, adopt, heard }: CatchUpParts): () => void {
  let isRunning = false
  let isWanted = false
  let isFirst = true

  function done(): void {
    isRunning = false
    if (isWanted) run()
  }

  function hearAfter(question: Question, after: number, then: (outcome: 'heard' | 'too-much' | 'nothing') => void) {
    ask([{ kind: 'changes', after }], (answers) => {
      const [said] = answers ?? []
      if (said === undefined || !said.ok) return then('nothing')
      const { seq, complete, nodes } = said.value as SentChanges
      if (complete) replica.catchUp({ question, seq, nodes: nodes.map(adopt) })
      heard(seq)
      then(complete ? 'heard' : 'too-much')
    })
  }

  function reload(then: (isRead: boolean) => void): void {
    const question = replica.ask()
    ask([{ kind: 'project' }, { kind: 'nodes' }], (answers) => {
      const [project, nodes] = answers ?? []
      if (project === undefined || nodes === undefined || !project.ok || !nodes.ok) return then(false)
      const { seq } = project.value as { readonly seq: number }
      replica.reload({ question, seq, nodes: (nodes.value as readonly NodeRecord[]).map(adopt) })
      then(true)
    })
  }

  function run(): void {
    isRunning = true
    isWanted = false
    const question = replica.ask()
    hearAfter(question, isFirst ? Math.max(0, question.after - overlap) : question.after, (outcome) => {
      if (outcome === 'nothing') return done()
      isFirst = false
      if (outcome === 'heard') return done()
      reload((isRead) => {
        if (!isRead) return done()
        const next = replica.ask()
        hearAfter(next, next.after, done)
      })
    })
  }

  return () => {
    if (isRunning) isWanted = true
    else run()
  }
}
