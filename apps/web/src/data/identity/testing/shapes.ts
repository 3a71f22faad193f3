import type { FlowKind } from '../identity-client.ts'

interface FlowMessageBody {
  readonly id: number
  readonly text: string
  readonly type: 'info' | 'error' | 'success'
}

interface FlowBodyParts {
  readonly id?: string
  readonly nodes?: readonly object[]
  readonly messages?: readonly FlowMessageBody[]
  readonly requestUrl?: string
  readonly extra?: object
}

/** A flow as the service writes it. */
export function flowBody(base: string, kind: FlowKind, parts: FlowBodyParts = {}) {
  const id = parts.id ?? `${kind}-flow`
  return {
    id,
    type: 'browser',
    organization_id: null,
    expires_at: '2026-01-01T01:00:00Z',
    issued_at: '2026-01-01T00:00:00Z',
    request_url: parts.requestUrl ?? `${base}/self-service/${kind}/browser`,
    state: kind === 'settings' ? 'show_form' : 'choose_method',
    ui: {
      action: `${base}/self-service/${kind}?flow=${id}`,
      method: 'POST',
      nodes: [inputNodeBody('default', 'csrf_token', { type: 'hidden', value: `csrf-of-${id}` }), ...(parts.nodes ?? [])],
      ...(parts.messages ? { messages: parts.messages } : {}),
    },
    ...parts.extra,
  }
}

export const inputNodeBody = (group: string, name: string, attributes: object = {}, messages: readonly FlowMessageBody[] = []) => ({
  type: 'input',
  group,
  attributes: { name, type: 'text', disabled: false, node_type: 'input', ...attributes },
  messages,
  meta: {},
})

export const providerNodeBody = (
  name: 'provider' | 'link' | 'unlink',
  labelId: number,
  id = 'google',
  label = 'Google',
) => ({
  ...inputNodeBody('oidc', name, { type: 'submit', value: id }),
  meta: { label: { id: labelId, text: label, type: 'info', context: { provider: label, provider_id: id } } },
})

export const errorMessage = (id: number, text: string): FlowMessageBody => ({ id, text, type: 'error' })

export const errorReply = (code: number, status: string, id: string | null, extra: object = {}) => ({
  status: code,
  body: { error: { ...(id === null ? {} : { id }), code, status, message: `${status}, in short` }, ...extra },
})

export const sessionBody = (traits: object = {}, metadata: object | null = null) => ({
  id: 'session-1',
  active: true,
  identity: { id: 'person-1', schema_id: 'default', state: 'active', traits, metadata_public: metadata },
})
