import type { Flow, NextStep, UiMessage, UiNode } from './flow.ts'
import { isJsonFields, getArray, getObject, getString } from './json.ts'
import { parseHttpUrl } from './http-url.ts'

/** Null: the body is no flow. */
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

/** What `continue_with` asks for, a flow before any other address. */
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
  const name = getString(attributes, 'name')
  if (name === null) return []
  const label = getObject(getObject(node, 'meta'), 'label')
  return [
    {
      name,
      group: getString(node, 'group') ?? 'default',
      type: getString(attributes, 'type') ?? 'text',
      value: getString(attributes, 'value') ?? '',
      messages: readMessages(node),
      labelId: typeof label['id'] === 'number' ? label['id'] : 0,
      provider: getString(getObject(label, 'context'), 'provider'),
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
