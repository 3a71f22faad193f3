import type { FormState } from './flow.ts'
import type { Message } from './messages.ts'

export type UiNodeGroup = 'default' | 'password' | 'oidc' | 'profile' | 'code' | 'totp' | 'lookup_secret' | 'passkey'

export interface InputAttributes {
  readonly name: string
  readonly type: 'text' | 'password' | 'hidden' | 'email' | 'submit' | 'button'
  readonly value?: string
  readonly required?: true
  readonly autocomplete?: string
  readonly pattern?: string
  readonly maxlength?: number
  /** The step of the page's script that a press of the button starts. */
  readonly onclickTrigger?: string
  readonly disabled: boolean
  readonly node_type: 'input'
}

interface NodeParts {
  readonly group: UiNodeGroup
  readonly messages: readonly Message[]
  readonly meta: { readonly label?: Message }
}

interface InputNode extends NodeParts {
  readonly type: 'input'
  readonly attributes: InputAttributes
}

interface ImageNode extends NodeParts {
  readonly type: 'img'
  readonly attributes: {
    readonly id: string
    readonly src: string
    readonly width: number
    readonly height: number
    readonly node_type: 'img'
  }
}

interface TextNode extends NodeParts {
  readonly type: 'text'
  readonly attributes: { readonly id: string; readonly text: Message; readonly node_type: 'text' }
}

/** An element of a form: mostly an input, with a second factor also a picture or a text to copy. */
export type UiNode = InputNode | ImageNode | TextNode

/** The name of an input, or the id of what is only shown. */
export const getNodeName = ({ attributes }: UiNode): string => ('name' in attributes ? attributes.name : attributes.id)

export function createInputNode(
  group: UiNodeGroup,
  attributes: Omit<InputAttributes, 'disabled' | 'node_type'>,
  label?: Message,
): InputNode {
  return {
    type: 'input',
    group,
    attributes: { ...attributes, disabled: false, node_type: 'input' },
    messages: [],
    meta: label ? { label } : {},
  }
}

export const createSubmitNode = (group: UiNodeGroup, name: string, value: string, label: Message): UiNode =>
  createInputNode(group, { name, type: 'submit', value }, label)

export const createImageNode = (group: UiNodeGroup, id: string, src: string, size: number, label: Message): UiNode => ({
  type: 'img',
  group,
  attributes: { id, src, width: size, height: size, node_type: 'img' },
  messages: [],
  meta: { label },
})

export const createTextNode = (group: UiNodeGroup, id: string, text: Message, label: Message): UiNode => ({
  type: 'text',
  group,
  attributes: { id, text, node_type: 'text' },
  messages: [],
  meta: { label },
})

export const createCsrfNode = (value: string): UiNode =>
  createInputNode('default', { name: 'csrf_token', type: 'hidden', value, required: true })

/** Fills typed values and messages into the nodes of the same names; buttons and secrets stay unchanged. */
export function fillNodesFromForm(nodes: readonly UiNode[], form: FormState): UiNode[] {
  return nodes.map((node) => {
    if (node.type !== 'input') return node
    const field = form.fields[node.attributes.name]
    if (field === undefined || node.attributes.type === 'submit') return node
    const echoes = field.value !== undefined && node.attributes.type !== 'password' && node.attributes.type !== 'hidden'
    return {
      ...node,
      attributes: echoes ? { ...node.attributes, value: field.value } : node.attributes,
      messages: field.messages ?? [],
    }
  })
}
