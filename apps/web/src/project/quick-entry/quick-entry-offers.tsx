import type { NodeId } from '@espalier/domain'
import { createCell } from '../../platform/cell.ts'
import { quickEntryTexts as texts } from '../../texts/quick-entry.ts'
import { acceptedOrNotify, getPlainTitle } from '../actions/action.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { QuickEntryBar, type QuickEntryOffer, type QuickEntryOffers } from './QuickEntryBar.tsx'
import { findTitleFields, setTitleFields } from './title-fields.ts'
import { loadTitlePeople } from './title-people.ts'

/** Nobody goes back to more titles than this. */
const mostOffers = 20
const offersByWorkspace = new WeakMap<ProjectWorkspace, QuickEntryOffers>()

function openOffers(workspace: ProjectWorkspace): QuickEntryOffers {
  const known = offersByWorkspace.get(workspace)
  if (known !== undefined) return known
  const list = createCell<readonly QuickEntryOffer[]>([])
  const offers: QuickEntryOffers = {
    list,
    dismiss: (nodeId) => list.set(list.get().filter((offer) => offer.nodeId !== nodeId)),
    async accept(accepted) {
      const edited = await setTitleFields(workspace.client, accepted)
      if (!acceptedOrNotify(workspace, edited)) return false
      const [first] = accepted
      if (first !== undefined) workspace.map.announce(texts.set(getPlainTitle(workspace, first.nodeId)))
      return true
    },
  }
  offersByWorkspace.set(workspace, offers)
  list.subscribe(() => {
    const isShown = workspace.titleOffers.get() !== null
    if (list.get().length === 0) workspace.titleOffers.set(null)
    else if (!isShown) workspace.titleOffers.set(<QuickEntryBar workspace={workspace} offers={offers} />)
  })
  return offers
}

/** Shows the bar if the title has fields that were not in it before. The focus stays where it is. */
export async function addQuickEntryOffer(workspace: ProjectWorkspace, nodeId: NodeId, before: string): Promise<void> {
  const { client } = workspace
  const title = client.node(nodeId)?.title ?? ''
  // People are looked up only for a title that may name one.
  const people = title.includes('@') ? await loadTitlePeople(client) : []
  const offers = openOffers(workspace)
  const present = offers.list.get().find((offer) => offer.nodeId === nodeId)
  const project = client.project.get()
  const kept = present?.kept ?? new Set(findTitleFields(before, project, people).map(({ word }) => word))
  const found = findTitleFields(client.node(nodeId)?.title ?? '', project, people, kept)
  const others = offers.list.get().filter((offer) => offer.nodeId !== nodeId)
  if (found.length === 0) {
    if (present !== undefined) offers.list.set(others)
    return
  }
  offers.list.set([{ nodeId, kept, people }, ...others].slice(0, mostOffers))
  workspace.map.announce(texts.found(found.length))
}
