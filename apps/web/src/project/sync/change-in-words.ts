import { type NodeId, toPlainText } from '@espalier/domain'
import type { NodeChange, NodeRecord, NodeRequest } from '@espalier/sync'

/** What a change was meant to do, for whoever made it and may have forgotten: 'Rename "Pears"'. */
export function changeInWords(request: NodeRequest, node: (id: NodeId) => NodeRecord | undefined): string {
  const named = (id: NodeId, otherwise = 'a deleted node'): string => {
    const title = toPlainText(node(id)?.title ?? '')
    return title === '' ? otherwise : `“${title}”`
  }
  switch (request.kind) {
    case 'create':
      return `Add “${toPlainText(request.contents.title)}”`
    case 'update':
      return `${verbOf(request.change)} ${titleIn(request.change) ?? named(request.id)}`
    case 'update-many':
      return `${verbOf(request.change)} ${request.ids.length} nodes`
    case 'delete':
    case 'delete-branch':
      return `Delete ${named(request.id)}`
  }
}

const titleIn = ({ title }: NodeChange): string | null => (title === undefined ? null : `to “${toPlainText(title)}”`)

function verbOf(change: NodeChange): string {
  if (change.title !== undefined) return 'Rename'
  if (change.body !== undefined) return 'Describe'
  if (change.isDeleted !== undefined) return change.isDeleted ? 'Delete' : 'Bring back'
  if (change.status !== undefined) return 'Change the status of'
  if (change.hideChildren !== undefined) return change.hideChildren ? 'Fold' : 'Unfold'
  if (change.backgroundColor !== undefined) return 'Colour'
  if (change.projectLink !== undefined) return 'Link'
  return 'Move'
}
