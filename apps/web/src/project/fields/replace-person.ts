import { accept } from '@espalier/domain'
import type { Edited, NodeFields, NodeRecord, ProjectClient } from '@espalier/sync'

/**
 * Puts a member in the place of a person on all nodes of the project, as assignee and in own fields. It is one undo
 * step. Returns the number of changed nodes.
 */
export function replacePerson(client: ProjectClient, personId: string, memberId: string): Edited<number> {
  const { edits, project } = client
  const nodes = [...client.nodes()]
  const changed = new Set<string>()
  const change = (isHeld: (node: NodeRecord) => boolean, fields: NodeFields): Edited => {
    const ids = nodes.filter(isHeld).map(({ id }) => id)
    for (const id of ids) changed.add(id)
    return ids.length === 0 ? accept(null) : edits.changeMany(ids, fields)
  }
  return edits.group(() => {
    const assigned = change(({ assigneeIds }) => assigneeIds.includes(personId), {
      addAssigneeIds: [memberId],
      removeAssigneeIds: [personId],
    })
    if (!assigned.ok) return assigned
    for (const { id, type } of project.get().fieldDefinitions) {
      if (type !== 'person') continue
      const replaced = change(({ fields }) => fields[id] === personId, { fields: { [id]: memberId } })
      if (!replaced.ok) return replaced
    }
    return accept(changed.size)
  })
}
