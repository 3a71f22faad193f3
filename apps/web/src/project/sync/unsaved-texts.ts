import type { NodeId } from '@espalier/domain'
import type { NodeRequest } from '@espalier/sync'
import type { EncryptedStorage } from '../../platform/encrypted-storage.ts'
import type { UnsavedText, UnsavedTexts } from './board.ts'

/** Texts that could not be stored, on this device until they are restored or given up. */
export function unsavedTexts(storage: EncryptedStorage | null, place: string): UnsavedTexts {
  const prefix = `unsaved:${place}:`
  const nameOf = (id: NodeId, field: UnsavedText['field']) => `${prefix}${id}:${field}`
  return {
    keep: (text) => storage?.write(nameOf(text.nodeId, text.field), JSON.stringify(text)) ?? false,
    all: () => (storage?.names(prefix) ?? []).flatMap((name) => parsed(storage?.read(name) ?? null)),
    forget: (nodeId, field) => storage?.remove(nameOf(nodeId, field)),
  }
}

function parsed(text: string | null): readonly UnsavedText[] {
  const { nodeId, field, html, title } = JSON.parse(text ?? '{}') as Partial<UnsavedText>
  const isText = field === 'title' || field === 'body'
  return isText && nodeId !== undefined && html !== undefined ? [{ nodeId, field, html, title: title ?? '' }] : []
}

/** What a person has typed, in a change that the server refused. */
export function textsIn(request: NodeRequest, title: string): readonly UnsavedText[] {
  if (request.kind !== 'create' && request.kind !== 'update') return []
  const { title: newTitle, body }: { readonly title?: string; readonly body?: string } =
    request.kind === 'create' ? request.contents : request.change
  const nodeId = request.id
  return [
    ...(newTitle === undefined ? [] : [{ nodeId, field: 'title' as const, html: newTitle, title }]),
    ...(body === undefined || body === '' ? [] : [{ nodeId, field: 'body' as const, html: body, title }]),
  ]
}
