import type { ProjectId } from '@espalier/domain'
import type { Question, SentNode } from '@espalier/sync'
import { ask } from '../../api/graphql/ask.ts'
import { quietly } from '../../api/graphql/own-codes.ts'
import { changesQuery, nodesQuery, projectQuery } from './documents.ts'
import type { SentProject } from './read-project.ts'

/** What the server said of everything after a number. */
export interface Heard {
  readonly question: Question
  readonly seq: number
  readonly nodes: readonly SentNode[]
}

export interface CatchUpParts {
  readonly projectId: ProjectId
  question(): Question
  onChanges(heard: Heard): void
  /** The gap was too old: everything was read anew. */
  onReload(heard: Heard): void
  onProject(project: SentProject): void
}

/** The first number was read beside the nodes and not under a lock: so many changes before it are asked for once more. */
const overlap = 20

interface SentChanges extends Omit<Heard, 'question'> {
  readonly complete: boolean
}

/** Asks for what came after the last number known. Calls made meanwhile are one more question, after this one. */
export function createCatchUp({ projectId, question, onChanges, onReload, onProject }: CatchUpParts) {
  let running: Promise<void> | null = null
  let isWanted = false
  let isFirst = true

  async function hearAfter(put: Question, after: number): Promise<'heard' | 'too-much' | 'nothing'> {
    const said = await ask({ query: changesQuery, variables: { projectId, after }, context: quietly })
    if (!said.ok) return 'nothing'
    const { complete, ...changes } = said.fields['changes'] as SentChanges
    if (complete) onChanges({ question: put, ...changes })
    return complete ? 'heard' : 'too-much'
  }

  async function askOnce(): Promise<void> {
    const put = question()
    const outcome = await hearAfter(put, isFirst ? Math.max(0, put.after - overlap) : put.after)
    if (outcome === 'nothing') return
    isFirst = false
    if (outcome === 'heard' || !(await reload())) return
    // What was made while the list was read is in neither of the two.
    const next = question()
    await hearAfter(next, next.after)
  }

  async function reload(): Promise<boolean> {
    const put = question()
    const [project, nodes] = await Promise.all([
      ask({ query: projectQuery, variables: { id: projectId }, context: quietly }),
      ask({ query: nodesQuery, variables: { projectId }, context: quietly }),
    ])
    const sent = project.ok ? (project.fields['project'] as SentProject | null) : null
    if (sent === null || !nodes.ok) return false
    onProject(sent)
    onReload({ question: put, seq: sent.seq, nodes: nodes.fields['nodes'] as readonly SentNode[] })
    return true
  }

  async function run(): Promise<void> {
    while (isWanted) {
      isWanted = false
      await askOnce()
    }
  }

  return (): Promise<void> => {
    isWanted = true
    running ??= run().finally(() => (running = null))
    return running
  }
}
