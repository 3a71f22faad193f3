import type { ProjectClient } from '@espalier/sync'
import { fetchHistory, undoChange } from '../../api/history.ts'
import type { Proposal } from '../../api/proposals.ts'
import { proposalTexts as texts } from '../../texts/proposals.ts'
import { toast } from '../../ui/Toasts.tsx'
import { offerUndo } from '../actions/undo-offers.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'

interface Acceptance {
  readonly proposal: Proposal
  /** The ids of the accepted changes. */
  readonly accepted: readonly string[]
}

/** How long new nodes may take to arrive after the answer. */
const arrivalMs = 1_500

/**
 * Accepted changes are one act, so they are undone as one. New nodes become an undo step like any other, for Ctrl+Z
 * too; an act that also changed other nodes is undone by the server, as in the history.
 */
export async function offerUndoOfAcceptance(
  workspace: ProjectWorkspace,
  personId: string,
  { proposal, accepted }: Acceptance,
): Promise<void> {
  const { client } = workspace
  const changes = proposal.changes.filter(({ id }) => accepted.includes(id))
  const text = texts.acceptedNotice(changes.length)
  const ids = changes.map(({ nodeId }) => nodeId)
  if (changes.every(({ op }) => op === 'create') && (await haveArrived(client, ids))) {
    client.edits.adopt(ids, `proposal ${accepted.join(' ')}`)
    return offerUndo(workspace, text)
  }
  const seq = await findOwnAct(client.projectId, personId)
  if (seq === null) return toast.success(text)
  const undo = async (): Promise<void> => {
    const undone = await undoChange(client.projectId, seq)
    if (undone.ok) workspace.notify(texts.undone)
    else workspace.notify(undone.message, 'failed')
  }
  toast.success(text, { action: { label: texts.undo, run: () => void undo() } })
}

/** Resolves to false if the nodes do not come in time. */
export function haveArrived(client: ProjectClient, ids: readonly string[]): Promise<boolean> {
  const isThere = (): boolean => ids.every((id) => client.node(id) !== undefined)
  if (isThere()) return Promise.resolve(true)
  return new Promise((resolve) => {
    const end = (): void => {
      stop()
      clearTimeout(timer)
      resolve(isThere())
    }
    const timer = setTimeout(end, arrivalMs)
    const stop = client.listen(() => {
      if (isThere()) end()
    })
  })
}

/** Returns the number of the person's latest act, by which it can be undone. */
async function findOwnAct(projectId: string, personId: string): Promise<number | null> {
  const page = await fetchHistory(projectId)
  const own = page?.entries.find(({ by, tokenName }) => by?.id === personId && tokenName === null)
  return own?.canUndo === true ? own.seq : null
}
