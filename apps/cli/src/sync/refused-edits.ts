import type { NodeId } from '@espalier/domain'
import type { MergedPlans, NodeEdit, PlanConflict } from './merge-plans.ts'
import type { EditPart } from './plan-requests.ts'
import type { PendingOperation } from './sync-state.ts'

/** Collects the edits that the server has refused during a run. They are not sent again, and marked in the file. */
export class RefusedEdits {
  readonly conflicts: PlanConflict[] = []
  readonly #parts = new Map<NodeId, Set<EditPart>>()
  readonly #goneIds = new Set<NodeId>()

  addAll(operations: readonly PendingOperation[]): void {
    const gone = operations.filter(({ part, request }) => part === 'node' && request.kind === 'update')
    // A node that cannot be restored is created again under another id, and what depends on it is tried again.
    for (const { nodeId } of gone) this.#goneIds.add(nodeId)
    if (gone.length > 0) return
    for (const { nodeId, part } of operations) {
      const parts = this.#parts.get(nodeId) ?? new Set()
      this.#parts.set(nodeId, parts.add(part))
    }
  }

  isGone(id: NodeId): boolean {
    return this.#goneIds.has(id)
  }

  /** Leaves out what was refused, and notes it as conflicts. */
  filter(merged: MergedPlans): MergedPlans {
    if (this.#parts.size === 0) return merged
    return {
      ...merged,
      edits: merged.edits.flatMap((edit) => this.#filterEdit(edit)),
      deletedIds: merged.deletedIds.filter((id) => !this.#isRefused(id, 'deletion')),
    }
  }

  #isRefused(id: NodeId, part: EditPart): boolean {
    return this.#parts.get(id)?.has(part) === true
  }

  #filterEdit(edit: NodeEdit): readonly NodeEdit[] {
    const { id, kind, values, sets, place } = edit
    if (this.#isRefused(id, 'node')) {
      this.#note(id, 'child', values['title'])
      if (values['body'] !== '' && values['body'] !== undefined) this.#note(id, 'child', values['body'])
      return []
    }
    const isContentRefused = this.#isRefused(id, 'contents')
    const isPlaceRefused = this.#isRefused(id, 'place')
    const areLinksRefused = this.#isRefused(id, 'links')
    if (isContentRefused) for (const [field, value] of Object.entries(values)) this.#note(id, field, value)
    if (isPlaceRefused) this.#note(id, 'place', place?.parentId ?? '')
    if (areLinksRefused) this.#note(id, 'after', sets.blockedByIds ?? sets.extraParentIds ?? [])
    const { blockedByIds, extraParentIds, ...contentSets } = sets
    const links = {
      ...(blockedByIds !== undefined && { blockedByIds }),
      ...(extraParentIds !== undefined && { extraParentIds }),
    }
    const rest: NodeEdit = {
      id,
      kind,
      values: isContentRefused ? {} : values,
      sets: { ...(isContentRefused ? {} : contentSets), ...(areLinksRefused ? {} : links) },
      place: isPlaceRefused ? null : place,
    }
    return [rest]
  }

  #note(nodeId: NodeId, field: string, value: unknown): void {
    const isKnown = this.conflicts.some((one) => one.nodeId === nodeId && one.field === field && one.value === value)
    if (!isKnown) this.conflicts.push({ nodeId, field, value })
  }
}
