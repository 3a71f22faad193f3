import { getAncestorIds, getPrimaryParent, type NodeDrop, type NodeId } from '@espalier/domain'
import type { Edited } from '@espalier/sync'
import { actionTexts } from '../../texts/actions.ts'
import { outlineTexts } from '../../texts/outline.ts'
import { isBlankTitle, readPlainLines, toTitleHtml } from '../../ui/rich-text/title-html.ts'
import { acceptedOrNotify, describeNodes, getActionTargets, getPlainTitle, selectNode } from '../actions/action.ts'
import { isFolded, setSharedFolds } from '../actions/fold-actions.ts'
import { showNodesToDo } from '../actions/node-actions.ts'
import type { TitleField } from '../editor/plain-title-field.ts'
import { getTitleSession, type TitleSession } from '../editor/title-session.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import type { OutlineController } from './outline-controller.ts'
import type { OutlineRow } from './outline-rows.ts'

/** Returns the nodes that move with a row: the selected ones beside it, or it alone. */
function listMovedIds({ workspace, rows }: OutlineController, row: OutlineRow): readonly NodeId[] {
  const ids = new Set(getActionTargets(workspace, row.id))
  return rows.filter((one) => ids.has(one.id) && one.parentId === row.parentId).map(({ id }) => id)
}

/** Returns the row above on the same level. */
function findRowBefore({ rows }: OutlineController, row: OutlineRow): OutlineRow | undefined {
  return row.posInSet === 1
    ? undefined
    : rows.find((one) => one.parentAt === row.parentAt && one.posInSet === row.posInSet - 1)
}

/** Moves a row under the one above it. */
export function indentRow(outline: OutlineController, row: OutlineRow): void {
  const { workspace } = outline
  const ids = listMovedIds(outline, row)
  const first = outline.rows.find(({ id, parentAt }) => id === ids[0] && parentAt === row.parentAt)
  const above = first === undefined ? undefined : findRowBefore(outline, first)
  if (above === undefined) return workspace.map.announce(outlineTexts.nothingToIndentUnder)
  const { edits } = workspace.client
  const moved = edits.group(() => {
    const done = relink(outline, ids, row, { side: 'onto', targetId: above.id }, above.id)
    // Under a folded row it would vanish.
    if (done.ok && isFolded(workspace, above.id)) setSharedFolds(workspace, [above.id], false)
    return done
  })
  if (!acceptedOrNotify(workspace, moved)) return
  workspace.map.announce(outlineTexts.indented(describeNodes(workspace, ids), getPlainTitle(workspace, above.id)))
  workspace.map.reveal(row.id)
}

/** Moves a row after its parent. */
export function outdentRow(outline: OutlineController, row: OutlineRow): void {
  const { workspace } = outline
  const parent = outline.at(row.parentAt)
  if (parent === undefined) return
  const ids = listMovedIds(outline, row)
  const moved = workspace.client.edits.group(() =>
    relink(outline, ids, row, { side: 'after', targetId: parent.id }, parent.parentId),
  )
  if (!acceptedOrNotify(workspace, moved)) return
  workspace.map.announce(actionTexts.moved.after(describeNodes(workspace, ids), getPlainTitle(workspace, parent.id)))
  workspace.map.reveal(row.id)
}

/** A node with several parents keeps the others: only the link that this row shows is replaced. */
function relink(
  { workspace }: OutlineController,
  ids: readonly NodeId[],
  { parentId }: OutlineRow,
  drop: NodeDrop,
  newParentId: NodeId | null,
): Edited {
  const { client } = workspace
  const isShared = (id: NodeId) => (client.node(id)?.parentIds.length ?? 0) > 1
  if (!ids.some(isShared) || parentId === null || newParentId === null) return client.edits.move(ids, drop)
  for (const id of ids) {
    const isPrimary = getPrimaryParent(client.node(id) ?? { parentIds: [] }) === parentId
    const linked = isPrimary
      ? client.edits.move([id], { side: 'onto', targetId: newParentId })
      : client.edits.addParent(id, newParentId)
    if (!linked.ok) return linked
    if (isPrimary) continue
    const unlinked = client.edits.removeParent(id, parentId)
    if (!unlinked.ok) return unlinked
  }
  return { ok: true, value: null }
}

/** A place beside a node with several parents is below the parent under which the person sees it. */
function keepOnlyParent({ client }: ProjectWorkspace, id: NodeId, parentId: NodeId | null): void {
  const parentIds = client.node(id)?.parentIds ?? []
  if (parentId === null || !parentIds.includes(parentId)) return
  for (const other of parentIds) if (other !== parentId) client.edits.removeParent(id, other)
}

/** Moves one node to a dropped place. Of a node with several parents, only the link of the dragged row changes. */
function moveLink(workspace: ProjectWorkspace, id: NodeId, from: NodeId | null, { drop, parentId }: RowPlace): Edited {
  const { client } = workspace
  const others = (client.node(id)?.parentIds ?? []).filter((one) => one !== from && one !== parentId)
  const moved = client.edits.move([id], drop)
  if (!moved.ok) return moved
  keepOnlyParent(workspace, id, parentId)
  for (const other of others) {
    const linked = client.node(id)?.parentIds.includes(other) ? moved : client.edits.addParent(id, other)
    if (!linked.ok) return linked
  }
  return moved
}

/** A dropped place and the parent under which it is. */
export interface RowPlace {
  readonly drop: NodeDrop
  readonly parentId: NodeId | null
}

/** Moves rows to a dropped place, and the selection with them. */
export function dropRows({ workspace }: OutlineController, dragged: readonly OutlineRow[], place: RowPlace): void {
  const { client, map } = workspace
  const { drop } = place
  const all = new Set(dragged.map(({ id }) => id))
  const tops = dragged.filter(({ id }) => [...getAncestorIds(client.graph, id)].every((above) => !all.has(above)))
  const ids = tops.map(({ id }) => id)
  const isShared = (id: NodeId) => (client.node(id)?.parentIds.length ?? 0) > 1
  const moved = client.edits.group(() => {
    const done = [...ids, drop.targetId].some(isShared)
      ? moveLinks(workspace, tops, place)
      : client.edits.move(ids, drop)
    if (done.ok && drop.side === 'onto' && isFolded(workspace, drop.targetId))
      setSharedFolds(workspace, [drop.targetId], false)
    return done
  })
  if (!acceptedOrNotify(workspace, moved)) return
  map.announce(actionTexts.moved[drop.side](describeNodes(workspace, ids), getPlainTitle(workspace, drop.targetId)))
  const [first] = ids
  if (first !== undefined) map.focus(first)
}

function moveLinks(workspace: ProjectWorkspace, tops: readonly OutlineRow[], { drop, parentId }: RowPlace): Edited {
  let place = drop
  for (const { id, parentId: from } of tops) {
    const moved = moveLink(workspace, id, from, { drop: place, parentId })
    if (!moved.ok) return moved
    if (drop.side !== 'onto') place = { side: 'after', targetId: id }
  }
  return { ok: true, value: null }
}

/** Adds an empty row beside another one and puts the caret into it. It is gone again if nothing is written. */
export function addRow(
  { workspace }: OutlineController,
  { id: siblingId, parentId }: OutlineRow,
  kind: 'before' | 'after',
): void {
  const { edits } = workspace.client
  const created = edits.group(() => {
    const made = edits.create({ kind, siblingId })
    if (made.ok) keepOnlyParent(workspace, made.value, parentId)
    return made
  })
  if (!acceptedOrNotify(workspace, created)) return
  showNodesToDo(workspace)
  selectNode(workspace, created.value)
  workspace.map.reveal(created.value)
  const editing = { nodeId: created.value, isNew: true, typed: '' }
  // An empty title differs from the stored one at once, which must not be noticed in the middle of rendering.
  getTitleSession(workspace, editing)
  workspace.editing.set(editing)
}

/** Enter: splits the title at the caret, or adds an empty row. In an empty row it moves the row out. */
export function breakRow(outline: OutlineController, row: OutlineRow, session: TitleSession, field: TitleField): void {
  const { workspace } = outline
  const { edits } = workspace.client
  if (isBlankTitle(session.draft)) return row.parentId === null ? undefined : outdentRow(outline, row)
  const text = field.text()
  const range = field.range()
  const length = text?.length ?? 0
  if (text === null || range === null || range.index >= length) {
    if (session.commit()) addRow(outline, row, 'after')
    return
  }
  const [left, right] = [text.slice(0, range.index), text.slice(range.index + range.length)]
  if (left.trim() === '') {
    if (session.commit()) addRow(outline, row, 'before')
    return
  }
  const created = edits.group(() => {
    session.updateDraft(toTitleHtml(left.trimEnd()))
    if (!session.commit()) return null
    const made = edits.create({ kind: 'after', siblingId: row.id }, { title: toTitleHtml(right) })
    if (made.ok) keepOnlyParent(workspace, made.value, row.parentId)
    return made
  })
  if (created === null || !acceptedOrNotify(workspace, created)) return
  outline.edit(outline.at(outline.findIndex(created.value)), 0)
}

/** Backspace at the start: removes an empty row, or appends the title to the one above. Returns false to let the key act. */
export function joinRow(
  outline: OutlineController,
  row: OutlineRow,
  session: TitleSession,
  field: TitleField,
): boolean {
  const { workspace } = outline
  const { client } = workspace
  const range = field.range()
  if (range === null || range.index > 0 || range.length > 0) return false
  const above = outline.at(outline.indexOf(row.key) - 1)
  const isBlank = isBlankTitle(session.draft)
  if (client.graph.children(row.id).length > 0 || above === undefined || above.id === row.id) return isBlank
  const [upper, own] = [readPlainLines(client.node(above.id)?.title ?? ''), field.text()]
  if (!isBlank && (upper === null || own === null)) return false
  const deleted = client.edits.group(() => {
    session.discard()
    if (!isBlank) client.edits.change(above.id, { title: toTitleHtml(`${upper}${own}`) })
    return client.node(row.id) === undefined ? null : client.edits.deleteBranches([row.id])
  })
  if (deleted !== null && !acceptedOrNotify(workspace, deleted)) return true
  outline.edit(above, isBlank ? undefined : (upper ?? '').length)
  return true
}
