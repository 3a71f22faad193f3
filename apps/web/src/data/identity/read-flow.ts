import type { Flow, NextStep, UiMessage, UiNode } from './flow.ts'
import { isObject, listAt, objectAt, textAt } from './json.ts'
import { httpUrl } from './http-url.ts'

/** Null: the body is no flow. */
export function readFlow(body: unknown): Flow | null {
  const ui = objectAt(body, 'ui')
  const id = textAt(body, 'id')
  const action = httpUrl(textAt(ui, 'action'))
  if (!isObject(body) || id === null || action === null || !Array.isArray(ui['nodes'])) return null
  return {
    id,
    action,
    nodes: listAt(ui, 'nodes').flatMap(readNode),
    messages: readMessages(ui),
    requestUrl: textAt(body, 'request_url') ?? '',
    returnTo: textAt(body, 'return_to'),
    state: textAt(body, 'state') ?? '',
    refresh: body['refresh'] === true,
    next: readNextStep(body),
  }
}

const flowSteps = { show_settings_ui: 'settings', show_verification_ui: 'verification' } as const

/** What `continue_with` asks for, a flow before any other address. */
export function readNextStep(body: unknown): NextStep | null {
  const steps = listAt(body, 'continue_with')
  for (const step of steps) {
    const flowId = textAt(objectAt(step, 'flow'), 'id')
    const action = textAt(step, 'action') ?? ''
    if (flowId !== null && (action === 'show_settings_ui' || action === 'show_verification_ui'))
      return { kind: flowSteps[action], flowId }
  }
  for (const step of steps) {
    const url = httpUrl(textAt(step, 'redirect_browser_to'))
    if (url !== null) return { kind: 'address', url }
  }
  return null
}

function readNode(node: unknown): UiNode[] {
  const attributes = objectAt(node, 'attributes')
  const name = textAt(attributes, 'name')
  if (name === null) return []
  const label = objectAt(objectAt(node, 'meta'), 'label')
  return [
    {
      name,
      group: textAt(node, 'group') ?? 'default',
      type: textAt(attributes, 'type') ?? 'text',
      value: textAt(attributes, 'value') ?? '',
      messages: readMessages(node),
      labelId: typeof label['id'] === 'number' ? label['id'] : 0,
      provider: textAt(objectAt(label, 'context'), 'provider'),
    },
  ]
}

const readMessages = (holder: unknown): readonly UiMessage[] => listAt(holder, 'messages').flatMap(readMessage)

function readMessage(message: unknown): UiMessage[] {
  const text = textAt(message, 'text')
  if (text === null || !isObject(message)) return []
  const { id, type } = message
  return [{ text, id: typeof id === 'number' ? id : 0, type: type === 'info' || type === 'success' ? type : 'error' }]
}
