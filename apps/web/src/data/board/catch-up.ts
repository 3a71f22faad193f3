import type { ProjectId } from '@espalier/domain'
import type { ReplicaCatchUp, SentNode } from '@espalier/replica'
import { quietly } from '../graphql/own-codes.ts'
import { ask } from './ask.ts'
import { changesQuery, nodesQuery, projectQuery } from './documents.ts'
import type { SentProject } from './read-project.ts'

export interface CatchUpParts {
  readonly projectId: ProjectId
  seq(): number
  onChanges(changes: Omit<ReplicaCatchUp, 'nodes'> & { readonly nodes: readonly SentNode[] }): void
  /** The gap was too old: everything was read anew. */
  onReload(changes: Omit<ReplicaCatchUp, 'nodes'> & { readonly nodes: readonly SentNode[] }): void
  onProject(project: SentProject): void
}

/** The number was read beside the nodes and not under a lock: so many changes before it are asked for once more. */
const overlap = 20

interface SentChanges {
  readonly seq: number
  readonly complete: boolean
  readonly nodes: readonly SentNode[]
}

/** Asks for what came after the last number known. Calls made meanwhile are one more question, after this one. */
export function createCatchUp({ projectId, seq, onChanges, onReload, onProject }: CatchUpParts) {
  let running: Promise<void> | null = null
  let isWanted = false
  let isFirst = true

  async function askAfter(after: number): Promise<SentChanges | null> {
    const said = await ask({ query: changesQuery, variables: { projectId, after }, context: quietly })
    return said.ok ? (said.fields['changes'] as SentChanges) : null
  }

  async function askOnce(): Promise<void> {
    const changes = await askAfter(isFirst ? Math.max(0, seq() - overlap) : seq())
    if (changes === null) return
    isFirst = false
    if (changes.complete) return onChanges(changes)
    if (!(await reload())) return
    // What was made while the list was read is in neither of the two.
    const since = await askAfter(seq())
    if (since?.complete === true) onChanges(since)
  }

  async function reload(): Promise<boolean> {
    const [project, nodes] = await Promise.all([
      ask({ query: projectQuery, variables: { id: projectId }, context: quietly }),
      ask({ query: nodesQuery, variables: { projectId }, context: quietly }),
    ])
    const sent = project.ok ? (project.fields['project'] as SentProject | null) : null
    if (sent === null || !nodes.ok) return false
    onProject(sent)
    onReload({ seq: sent.seq, nodes: nodes.fields['nodes'] as readonly SentNode[] })
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
