import type { FormState } from '../flows/flow.ts'
import type { Message } from './messages.ts'

export type NodeGroup = 'default' | 'password' | 'oidc' | 'profile' | 'code'

export interface InputAttributes {
  readonly name: string
  readonly type: 'text' | 'password' | 'hidden' | 'email' | 'submit'
  readonly value?: string
  readonly required?: true
  readonly autocomplete?: string
  readonly pattern?: string
  readonly maxlength?: number
  readonly disabled: boolean
  readonly node_type: 'input'
}

export interface Node {
  readonly type: 'input'
  readonly group: NodeGroup
  readonly attributes: InputAttributes
  readonly messages: readonly Message[]
  readonly meta: { readonly label?: Message }
}

export function inputNode(
  group: NodeGroup,
  attributes: Omit<InputAttributes, 'disabled' | 'node_type'>,
  label?: Message,
): Node {
  return {
    type: 'input',
    group,
    attributes: { ...attributes, disabled: false, node_type: 'input' },
    messages: [],
    meta: label ? { label } : {},
  }
}

export const submitNode = (group: NodeGroup, name: string, value: string, label: Message): Node =>
  inputNode(group, { name, type: 'submit', value }, label)

export const csrfNode = (value: string): Node =>
  inputNode('default', { name: 'csrf_token', type: 'hidden', value, required: true })

/** What was typed and what was said about it, put into the nodes of the same names; buttons and secrets stay as they are. */
export function fillNodes(nodes: readonly Node[], form: FormState): Node[] {
  return nodes.map((node) => {
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
