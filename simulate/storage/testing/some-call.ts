import type { NodeChange, NodePlace, NodeRequest } from '@espalier/sync'
import type { Chance } from '../../chance.ts'
import type { ApiCall } from '../../server/api.ts'

/** Generates any call that a client could send, sensible or not. */
export function someCall(chance: Chance, ids: readonly string[], userIds: readonly string[]): ApiCall {
  const operationId = chance.uuid()
  if (chance.happens(0.1)) {
    const role = chance.pick(['viewer', 'editor', 'editor', null])
    return { kind: 'share', operationId, changes: { [chance.pick(userIds)]: role } }
  }
  return { kind: 'mutate', operation: { id: operationId, request: someRequest(chance, ids) } }
}

function someRequest(chance: Chance, ids: readonly string[]): NodeRequest {
  const id = chance.pick(ids)
  switch (chance.pick(['create', 'create', 'update', 'update', 'update', 'many', 'delete', 'branch'] as const)) {
    case 'create': {
      const contents = { title: 'New', body: '<p>a</p>', status: 'todo', backgroundColor: '#aabbcc' } as const
      return { kind: 'create', id: chance.happens(0.9) ? chance.uuid() : id, place: somePlace(chance, id), contents }
    }
    case 'update':
      return { kind: 'update', id, change: someChange(chance, ids) }
    case 'many':
      return { kind: 'update-many', ids: [...new Set([id, chance.pick(ids)])], change: { status: 'done' } }
    case 'delete':
      return { kind: 'delete', id }
    case 'branch':
      return chance.happens(0.3) ? { kind: 'delete-branch', id } : { kind: 'update', id, change: { isDeleted: false } }
  }
}

const somePlace = (chance: Chance, id: string): NodePlace =>
  chance.pick<NodePlace>([{ parentId: id }, { parentId: id }, { childId: id }, { afterId: id }, { beforeId: id }, {}])

const someChange = (chance: Chance, ids: readonly string[]): NodeChange =>
  chance.pick<NodeChange>([
    { title: `<b>${chance.below(100)}</b> & more` },
    { body: 'text', status: 'progress' },
    { hideChildren: chance.happens(0.5), backgroundColor: '#123456' },
    { parentIds: [chance.pick(ids)] },
    { parentIds: [...new Set([chance.pick(ids), chance.pick(ids)])] },
    { position: 1_000 + chance.below(3) * 100 },
    { afterId: chance.pick(ids) },
    { isDeleted: chance.happens(0.5) },
    { addBlockedByIds: [chance.pick(ids)] },
    { blockedByIds: [chance.pick(ids)] },
  ])
