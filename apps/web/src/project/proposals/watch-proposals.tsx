import { isMember, findRole } from '@espalier/domain'
import { createCell, useCell, type WritableCell } from '../../platform/cell.ts'
import { phoneScreen } from '../../platform/media-query.ts'
import { deviceStorage } from '../../platform/storage.ts'
import { proposalTexts as texts } from '../../texts/proposals.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { ProposalsPanel } from './ProposalsPanel.tsx'
import { ProposedNodes } from './ProposedNodes.tsx'
import { createProposalsStore, type ProposalsStore } from './proposals-store.ts'

/** Closed, opened by a proposal that arrived, or opened by the person. */
type Opening = 'closed' | 'arrived' | 'asked'

interface ProposalsPartProps {
  readonly workspace: ProjectWorkspace
  readonly store: ProposalsStore
  readonly personId: string
  readonly opening: WritableCell<Opening>
}

function ProposalsPart({ workspace, store, personId, opening }: ProposalsPartProps) {
  const state = useCell(opening)
  const close = (): void => {
    opening.set('closed')
    document.querySelector<HTMLElement>('[data-tool="proposals"]')?.focus()
  }
  return (
    <>
      <ProposedNodes workspace={workspace} store={store} />
      {state !== 'closed' && (
        <ProposalsPanel
          workspace={workspace}
          store={store}
          personId={personId}
          takesFocus={state === 'asked'}
          onClose={close}
        />
      )}
    </>
  )
}

/** Follows the proposals of the open project, and shows them once there are any. Returns a function that stops. */
export function watchProposals(workspace: ProjectWorkspace, personId: string): () => void {
  const { client, detailsNodeId, isHistoryOpen, editing, proposals: shown } = workspace
  // Visitors by a link get no proposals.
  if (!isMember(findRole(personId, client.project.get()))) return () => undefined
  const store = createProposalsStore(client)
  const opening = createCell<Opening>('closed')
  const dismissed = createDismissed(`${personId}:${client.projectId}`)
  const part = <ProposalsPart workspace={workspace} store={store} personId={personId} opening={opening} />

  const show = (): void => {
    const isOpen = opening.get() !== 'closed'
    const count = store.open.get().length
    shown.set(count === 0 && !isOpen ? null : { count, isOpen, part, toggle })
  }
  const toggle = (): void => opening.set(opening.get() === 'closed' ? 'asked' : 'closed')

  const openForArrivals = (): void => {
    const fresh = store.open.get().filter(({ id }) => !dismissed.has(id))
    const [first] = fresh
    const isBusy = detailsNodeId.get() !== null || isHistoryOpen.get() || editing.get() !== null
    // On a phone the panel would cover half of the plan, so it waits to be asked for.
    const hasRoom = window.matchMedia?.(phoneScreen).matches !== true
    if (first === undefined || opening.get() !== 'closed' || !client.canEdit.get() || isBusy || !hasRoom) return
    opening.set('arrived')
    workspace.map.announce(texts.arrived(first.tokenName ?? first.author?.email ?? texts.formerMember, first.title))
  }

  // There is room for one panel: the one opened last.
  const closeOthers = (): void => {
    if (opening.get() === 'closed') return dismissed.add(store.open.get().map(({ id }) => id))
    detailsNodeId.set(null)
    isHistoryOpen.set(false)
  }
  const closeForOtherPanel = (): void => {
    if (detailsNodeId.get() !== null || isHistoryOpen.get()) opening.set('closed')
  }
  const stops = [
    store.open.subscribe(show),
    store.open.subscribe(openForArrivals),
    client.canEdit.subscribe(openForArrivals),
    opening.subscribe(show),
    opening.subscribe(closeOthers),
    detailsNodeId.subscribe(closeForOtherPanel),
    isHistoryOpen.subscribe(closeForOtherPanel),
    () => store.stop(),
    () => shown.set(null),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** The proposals whose panel was closed on this device: it does not open for them by itself again. */
function createDismissed(name: string) {
  const key = `closed-proposals:${name}`
  const ids = new Set((deviceStorage.read(key) ?? '').split(' '))
  return {
    has: (id: string): boolean => ids.has(id),
    add(more: readonly string[]): void {
      for (const id of more) ids.add(id)
      if (more.length === 0) deviceStorage.remove(key)
      else deviceStorage.write(key, more.join(' '))
    },
  }
}
