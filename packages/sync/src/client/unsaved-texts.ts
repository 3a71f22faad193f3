import type { NodeId } from '@espalier/domain'
import type { NodeRequest } from '../replica/operations.ts'
import type { Overwritten } from '../replica/own-texts.ts'
import type { Clock, LocalStore } from './transport.ts'

/** A title or a description that was typed and could not be stored. */
export interface UnsavedText {
  readonly nodeId: NodeId
  readonly field: 'title' | 'body'
  readonly html: string
  /** The title of its node at that time. */
  readonly title: string
}

/** The unsaved texts of this person on this device. */
export interface UnsavedTexts {
  /** Returns false if the text could not be stored here either. */
  store(text: UnsavedText): boolean
  all(): readonly UnsavedText[]
  forget(nodeId: NodeId, field: UnsavedText['field']): void
}

/** Keeps texts that could not be saved on this device until they are restored or discarded. */
export function createUnsavedTexts(store: LocalStore | null, scope: string): UnsavedTexts {
  const prefix = `unsaved:${scope}:`
  const toName = (id: NodeId, field: UnsavedText['field']) => `${prefix}${id}:${field}`
  return {
    store: (text) => store?.write(toName(text.nodeId, text.field), JSON.stringify(text)) ?? false,
    all: () => (store?.names(prefix) ?? []).flatMap((name) => parseUnsavedText(store?.read(name) ?? null)),
    forget: (nodeId, field) => store?.remove(toName(nodeId, field)),
  }
}

function parseUnsavedText(text: string | null): readonly UnsavedText[] {
  const { nodeId, field, html, title } = JSON.parse(text ?? '{}') as Partial<UnsavedText>
  const isText = field === 'title' || field === 'body'
  return isText && nodeId !== undefined && html !== undefined ? [{ nodeId, field, html, title: title ?? '' }] : []
}

/** Finds the texts that a person typed in a change that the server rejected. */
export function findTypedTexts(request: NodeRequest, title: string): readonly UnsavedText[] {
  if (request.kind !== 'create' && request.kind !== 'update') return []
  const { title: newTitle, body }: { readonly title?: string; readonly body?: string } =
    request.kind === 'create' ? request.contents : request.change
  const nodeId = request.id
  return [
    ...(newTitle === undefined ? [] : [{ nodeId, field: 'title' as const, html: newTitle, title }]),
    ...(body === undefined || body === '' ? [] : [{ nodeId, field: 'body' as const, html: body, title }]),
  ]
}

/** An edit of a text this long after the person's own does not count as a collision. */
const recentMs = 60_000

/** Remembers when texts were written here, to distinguish a collision from an ordinary later edit. */
export function createRecentTexts(clock: Clock) {
  const writtenAt = new Map<string, number>()
  return {
    note(id: NodeId, fields: { readonly title?: string; readonly body?: string }): void {
      if (fields.title !== undefined) writtenAt.set(`title ${id}`, clock.now())
      if (fields.body !== undefined) writtenAt.set(`body ${id}`, clock.now())
    },
    isCollision({ id, field }: Overwritten): boolean {
      const at = writtenAt.get(`${field} ${id}`)
      return at !== undefined && clock.now() - at < recentMs
    },
  }
}
