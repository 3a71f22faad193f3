import { blockerInputs, nodeFields, type NodeId, setNameByInput, toPlainText } from '@espalier/domain'
import type { NodeRecord } from '../replica/node-record.ts'
import type { NodeChange, NodeRequest } from '../replica/operations.ts'
import { pendingChangeTexts } from './texts.ts'

/** Describes a pending change for a person who may have forgotten it: 'Rename "Pears"'. */
export function describeChange(request: NodeRequest, node: (id: NodeId) => NodeRecord | undefined): string {
  const texts = pendingChangeTexts
  const nameNode = (id: NodeId): string => {
    const title = toPlainText(node(id)?.title ?? '')
    return title === '' ? texts.changedNode.deleted : texts.changedNode.titled(title)
  }
  switch (request.kind) {
    case 'create':
      return texts.add(toPlainText(request.contents.title))
    case 'update': {
      const { title } = request.change
      return title === undefined
        ? describeUpdate(request.change, nameNode(request.id))
        : texts.renameTo(toPlainText(title))
    }
    case 'update-many':
      return describeUpdate(request.change, texts.changedNode.several(request.ids.length))
    case 'delete':
    case 'delete-branch':
      return texts.delete(nameNode(request.id))
  }
}

const describedFields = nodeFields.all.filter(({ merge, isSet }) => merge === 'last-writer' || isSet)

function describeUpdate(change: NodeChange, node: string): string {
  const texts = pendingChangeTexts
  if (change.title !== undefined) return texts.rename(node)
  if (change.body !== undefined) return texts.describe(node)
  if (change.isDeleted !== undefined) return change.isDeleted ? texts.delete(node) : texts.restore(node)
  if (change.status !== undefined) return texts.status(node)
  if (change.hideChildren !== undefined) return change.hideChildren ? texts.fold(node) : texts.unfold(node)
  if (change.backgroundColor !== undefined) return texts.color(node)
  if (change.projectLink !== undefined) return texts.link(node)
  const names = new Set(Object.keys(change).map((name) => setNameByInput.get(name) ?? name))
  if (blockerInputs.some((input) => names.has(input))) names.add('blockedByIds')
  const field = describedFields.find(({ name }) => names.has(name))
  return field === undefined ? texts.move(node) : texts.field(node, field.label)
}
