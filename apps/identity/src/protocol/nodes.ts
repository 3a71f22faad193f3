import type { FormState } from './flow.ts'
import type { Message } from './messages.ts'

export type UiNodeGroup = 'default' | 'password' | 'oidc' | 'profile' | 'code'

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

export interface UiNode {
  readonly type: 'input'
  readonly group: UiNodeGroup
  readonly attributes: InputAttributes
  readonly messages: readonly Message[]
  readonly meta: { readonly label?: Message }
}

export function createInputNode(
  group: UiNodeGroup,
  attributes: Omit<InputAttributes, 'disabled' | 'node_type'>,
  label?: Message,
): UiNode {
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

export const createCsrfNode = (value: string): UiNode =>
  createInputNode('default', { name: 'csrf_token', type: 'hidden', value, required: true })

/** Fills typed values and messages into the nodes of the same names; buttons and secrets stay unchanged. */
export function fillNodesFromForm(nodes: readonly UiNode[], form: FormState): UiNode[] {
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
