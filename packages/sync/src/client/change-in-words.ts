import { nodeFields, type NodeId, toPlainText } from '@espalier/domain'
import type { NodeRecord } from '../replica/node-record.ts'
import type { NodeChange, NodeRequest } from '../replica/operations.ts'

/** Describes a pending change for a person who may have forgotten it: 'Rename "Pears"'. */
export function describeChange(request: NodeRequest, node: (id: NodeId) => NodeRecord | undefined): string {
  const named = (id: NodeId, otherwise = 'a deleted node'): string => {
    const title = toPlainText(node(id)?.title ?? '')
    return title === '' ? otherwise : `“${title}”`
  }
  switch (request.kind) {
    case 'create':
      return `Add “${toPlainText(request.contents.title)}”`
    case 'update':
      return `${chooseVerb(request.change)} ${describeNewTitle(request.change) ?? named(request.id)}`
    case 'update-many':
      return `${chooseVerb(request.change)} ${request.ids.length} nodes`
    case 'delete':
    case 'delete-branch':
      return `Delete ${named(request.id)}`
  }
}

const describeNewTitle = ({ title }: NodeChange): string | null =>
  title === undefined ? null : `to “${toPlainText(title)}”`

function chooseVerb(change: NodeChange): string {
  if (change.title !== undefined) return 'Rename'
  if (change.body !== undefined) return 'Describe'
  if (change.isDeleted !== undefined) return change.isDeleted ? 'Delete' : 'Bring back'
  if (change.status !== undefined) return 'Change the status of'
  if (change.hideChildren !== undefined) return change.hideChildren ? 'Fold' : 'Unfold'
  if (change.backgroundColor !== undefined) return 'Colour'
  if (change.projectLink !== undefined) return 'Link'
  const field = nodeFields.editable.find(({ name }) => name in change)
  return field === undefined ? 'Move' : `Change the ${field.label} of`
}
