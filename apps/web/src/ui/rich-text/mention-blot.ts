import { mentionAttribute } from '@espalier/domain'
import { Delta } from 'quill/core.js'
import Embed from 'quill/blots/embed.js'

/** Somebody who can be mentioned in a comment. */
export interface MentionedPerson {
  readonly id: string
  readonly name: string
  readonly picture: string | null
}

interface MentionValue {
  readonly id: string
  readonly name: string
}

const readValue = (value: unknown): MentionValue => {
  const { id = '', name = '' } = (value ?? {}) as Partial<MentionValue>
  return { id, name }
}

/** A person's name in the editor. It is one piece: half a name would mention nobody. */
export class MentionBlot extends Embed {
  static override blotName = 'mention'
  static override tagName = 'SPAN'
  static override className = 'ql-mention'

  static override create(value?: unknown): HTMLElement {
    const element = super.create(value) as HTMLElement
    const { id, name } = readValue(value)
    element.dataset['userId'] = id
    // As text, not as markup: it is a name that somebody has chosen.
    element.textContent = `@${name}`
    return element
  }

  static override value(element: HTMLElement): MentionValue {
    return { id: element.dataset['userId'] ?? '', name: readName(element) }
  }
}

/** The editor puts invisible characters around a piece, for the caret. */
const readName = (element: Element): string => (element.textContent ?? '').replaceAll('\ufeff', '').replace(/^@/u, '')

/** Reads a stored or pasted mention. */
export const matchMention = (node: Node, delta: Delta): Delta =>
  node instanceof Element
    ? new Delta().insert({ mention: { id: node.getAttribute(mentionAttribute) ?? '', name: readName(node) } })
    : delta
