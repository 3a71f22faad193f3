import { getArray, getObject, getString, isJsonFields } from '../../platform/json.ts'
import { parseHttpUrl } from './request.ts'

/** A message of the identity service. Its id is stable, its text is not. */
export interface UiMessage {
  readonly id: number
  readonly text: string
  readonly type: 'info' | 'error' | 'success'
}

/** One input the service asks for. Two nodes may share a name: the group tells them apart. */
export interface UiNode {
  readonly group: string
  readonly name: string
  readonly type: string
  /** The value of an input, the address of a picture, or a text that is only shown. */
  readonly value: string
  readonly messages: readonly UiMessage[]
  readonly labelId: number
  /** The provider's own name, if the node is a social one. */
  readonly provider: string | null
  /** The name of a passkey that the node removes. */
  readonly displayName: string | null
  readonly isDisabled: boolean
}

/** A login, registration, settings, recovery or verification flow, as far as the page needs to know it. */
export interface Flow {
  readonly id: string
  readonly action: string
  readonly nodes: readonly UiNode[]
  readonly messages: readonly UiMessage[]
  readonly requestUrl: string
  readonly returnTo: string | null
  readonly state: string
  /** The service asks a signed-in person to prove it is still them. */
  readonly refresh: boolean
  readonly next: NextStep | null
}

/** The step that the service wants the person to take next. */
export type NextStep =
  | { readonly kind: 'settings' | 'verification'; readonly flowId: string }
  | { readonly kind: 'address'; readonly url: string }

interface FlowProvider {
  readonly id: string
  readonly label: string
  /** The provider sent too little about the person, so the form has to send the missing traits. */
  readonly isIncomplete: boolean
}

export interface SettingsProvider extends FlowProvider {
  readonly isLinked: boolean
}

/** Numeric ids of the messages the page reacts to. */
export const flowMessageIds = {
  generic: 4000001,
  loginExpired: 4010001,
  confirmIdentity: 1010003,
  completeSocialSignUp: 1040003,
  linkAccount: 1010016,
  settingsSaved: 1050001,
  recovered: 1060001,
} as const

export const findFlowNode = (flow: Flow, name: string): UiNode | null =>
  flow.nodes.find((node) => node.name === name) ?? null

export const readCsrfToken = (flow: Flow): string => findFlowNode(flow, 'csrf_token')?.value ?? ''

export const flowHasMessage = (flow: Flow, id: number): boolean => flow.messages.some((message) => message.id === id)

/** The social providers a login or registration flow offers. */
export const listProviders = (flow: Flow): readonly FlowProvider[] =>
  flow.nodes.filter((node) => node.name === 'provider').map(toFlowProvider)

/** The social providers of a settings flow, linked or not. */
export const listSettingsProviders = (flow: Flow): readonly SettingsProvider[] =>
  flow.nodes
    .filter((node) => node.name === 'link' || node.name === 'unlink')
    .map((node) => ({ ...toFlowProvider(node), isLinked: node.name === 'unlink' }))

const toFlowProvider = (node: UiNode): FlowProvider => ({
  id: node.value,
  label: node.provider ?? capitalize(node.value),
  isIncomplete: node.labelId === flowMessageIds.completeSocialSignUp,
})

const capitalize = (id: string): string => id.slice(0, 1).toUpperCase() + id.slice(1)

/** The error texts at one field, in the service's order. */
export const readFieldErrors = (flow: Flow, name: string): readonly string[] =>
  flow.nodes
    .filter((node) => node.name === name)
    .flatMap((node) => node.messages)
    .filter((message) => message.type === 'error')
    .map((message) => message.text)

/** Every text of a flow: those of the whole form first, then those of its fields. */
export const listFlowTexts = (flow: Flow): readonly string[] => [
  ...flow.messages.map((message) => message.text),
  ...flow.nodes.flatMap((node) => node.messages.map((message) => message.text)),
]

/** Whether the flow is the second step of a sign-in: it asks for a code, not for a password. */
export const isSecondStep = (flow: Flow): boolean =>
  flow.nodes.some(({ name }) => name === 'totp_code' || name === 'lookup_secret')

/** Reads a query parameter of the address that started the flow, the only place where our own parameters survive. */
export function readRequestParam(flow: Flow, name: string): string | null {
  try {
    return new URL(flow.requestUrl).searchParams.get(name)
  } catch {
    return null
  }
}

/** Null: the body is not a flow. */
export function readFlow(body: unknown): Flow | null {
  const ui = getObject(body, 'ui')
  const id = getString(body, 'id')
  const action = parseHttpUrl(getString(ui, 'action'))
  if (!isJsonFields(body) || id === null || action === null || !Array.isArray(ui['nodes'])) return null
  return {
    id,
    action,
    nodes: getArray(ui, 'nodes').flatMap(readNode),
    messages: readMessages(ui),
    requestUrl: getString(body, 'request_url') ?? '',
    returnTo: getString(body, 'return_to'),
    state: getString(body, 'state') ?? '',
    refresh: body['refresh'] === true,
    next: readNextStep(body),
  }
}

const flowSteps = { show_settings_ui: 'settings', show_verification_ui: 'verification' } as const

/** Reads `continue_with`, preferring a flow over any other address. */
export function readNextStep(body: unknown): NextStep | null {
  const steps = getArray(body, 'continue_with')
  for (const step of steps) {
    const flowId = getString(getObject(step, 'flow'), 'id')
    const action = getString(step, 'action') ?? ''
    if (flowId !== null && (action === 'show_settings_ui' || action === 'show_verification_ui'))
      return { kind: flowSteps[action], flowId }
  }
  for (const step of steps) {
    const url = parseHttpUrl(getString(step, 'redirect_browser_to'))
    if (url !== null) return { kind: 'address', url }
  }
  return null
}

function readNode(node: unknown): UiNode[] {
  const attributes = getObject(node, 'attributes')
  const name = getString(attributes, 'name') ?? getString(attributes, 'id')
  if (name === null) return []
  const label = getObject(getObject(node, 'meta'), 'label')
  return [
    {
      name,
      group: getString(node, 'group') ?? 'default',
      type: getString(attributes, 'type') ?? 'text',
      value:
        getString(attributes, 'value') ??
        getString(attributes, 'src') ??
        getString(getObject(attributes, 'text'), 'text') ??
        '',
      messages: readMessages(node),
      labelId: typeof label['id'] === 'number' ? label['id'] : 0,
      provider: getString(getObject(label, 'context'), 'provider'),
      displayName: getString(getObject(label, 'context'), 'display_name'),
      isDisabled: attributes['disabled'] === true,
    },
  ]
}

const readMessages = (holder: unknown): readonly UiMessage[] => getArray(holder, 'messages').flatMap(readMessage)

function readMessage(message: unknown): UiMessage[] {
  const text = getString(message, 'text')
  if (text === null || !isJsonFields(message)) return []
  const { id, type } = message
  return [{ text, id: typeof id === 'number' ? id : 0, type: type === 'info' || type === 'success' ? type : 'error' }]
}
