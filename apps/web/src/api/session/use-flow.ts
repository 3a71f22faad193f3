import type { RedirectTarget } from '@espalier/domain'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { browser } from '../../platform/navigation.ts'
import type { FlowResult } from '../identity/flow-result.ts'
import type { Flow, UiMessage } from '../identity/flow.ts'
import type { FlowKind, StartQuery } from '../identity/identity-client.ts'
import { type FlowOpening, openFlow } from '../identity/open-flow.ts'
import { identityClient, rememberNext, resolveDestination, takeNext } from './session.ts'

interface FlowOptions {
  readonly kind: FlowKind
  /** The id in the page's address. */
  readonly flowId: string | null
  query?(): StartQuery
  onOpened?(flow: Flow): void
  /** A session exists already: there is nothing to sign in to. */
  onAlreadySignedIn?(): void
  onSignedOut?(): void
  /** The id in the address was of no use and has to leave it. */
  onReplaced(): void
}

export type FlowState =
  | { readonly kind: 'opening' }
  /** `notices`: what the service says by itself, not in answer to a try, which the form says. */
  | { readonly kind: 'open'; readonly flow: Flow; readonly notices: readonly UiMessage[] }
  | { readonly kind: 'failed'; readonly answer: FlowResult }

/** 'leaving': the page is on its way elsewhere, and nothing is to be submitted any more. */
export type FlowOrLeaving = Flow | 'leaving' | null

export interface FlowHandle {
  readonly state: FlowState
  /** The flow to submit to, also one that is still on its way. Null: there is none to be had. */
  current(): Promise<FlowOrLeaving>
  /** Takes over the flow that an answer brought. */
  show(flow: Flow): void
  /** Another flow, for one that the service knows no more. */
  renew(flowId: string | null): Promise<FlowOrLeaving>
}

/** Keeps the flow of a page: opened when the page is, shown as answers change it, replaced when it is gone. */
export function useFlow(wanted: FlowOptions): FlowHandle {
  const [state, setState] = useState<FlowState>({ kind: 'opening' })
  const latest = useRef(wanted)
  const pending = useRef<Promise<FlowOrLeaving>>(Promise.resolve(null))
  const sequence = useRef(0)
  const hasReplaced = useRef(false)
  useEffect(() => {
    latest.current = wanted
  })

  const renew = useCallback((flowId: string | null): Promise<FlowOrLeaving> => {
    const mine = (sequence.current += 1)
    const { kind, query } = latest.current
    const settle = (opening: FlowOpening): FlowOrLeaving => {
      // An answer that comes after the page was left, or after a newer question, would undo what has happened since.
      if (mine !== sequence.current) return 'leaving'
      hasReplaced.current = replacesFlowInUrl(opening, latest.current)
      return applyOpening(opening, latest.current, setState)
    }
    pending.current = openFlow(identityClient, { kind, flowId, query: query?.() ?? {} }).then(settle)
    return pending.current
  }, [])

  useEffect(() => {
    if (wanted.flowId === null && hasReplaced.current) hasReplaced.current = false
    else void renew(wanted.flowId)
  }, [renew, wanted.flowId])
  useEffect(() => () => void (sequence.current += 1), [])

  const show = useCallback((flow: Flow) => {
    pending.current = Promise.resolve(flow)
    setState({ kind: 'open', flow, notices: flow.messages.filter(({ type }) => type !== 'error') })
  }, [])
  const current = useCallback(async () => (await awaitLatest(pending)) ?? renew(latest.current.flowId), [renew])
  return useMemo(() => ({ state, current, show, renew }), [state, current, show, renew])
}

/** The id in the address was of no use: once it is gone from there, the flow that took its place stays. */
const replacesFlowInUrl = (opening: FlowOpening, wanted: FlowOptions): boolean =>
  opening.kind === 'opened' && opening.isReplacement && wanted.flowId !== null

// A question that is overtaken by a newer one has no answer of its own.
async function awaitLatest(pending: { readonly current: Promise<FlowOrLeaving> }): Promise<FlowOrLeaving> {
  const asked = pending.current
  const found = await asked
  return asked === pending.current ? found : awaitLatest(pending)
}

function applyOpening(opening: FlowOpening, wanted: FlowOptions, setState: (state: FlowState) => void): FlowOrLeaving {
  switch (opening.kind) {
    case 'opened':
      setState({ kind: 'open', flow: opening.flow, notices: opening.flow.messages })
      wanted.onOpened?.(opening.flow)
      if (replacesFlowInUrl(opening, wanted)) wanted.onReplaced()
      return opening.flow
    case 'already-signed-in':
      wanted.onAlreadySignedIn?.()
      return 'leaving'
    case 'signed-out':
      wanted.onSignedOut?.()
      return 'leaving'
    case 'redirect':
      browser.assign(opening.to)
      return 'leaving'
    case 'failed':
      setState(opening)
      return null
  }
}

/** Where a person goes after signing in: a page of ours, an own host, or back into the identity service. */
type SignInDestination = RedirectTarget | { readonly kind: 'service'; readonly url: string }

/** The stored `next` as it was judged, left where it is: it is taken only on arrival. */
function peekNext(): RedirectTarget | null {
  const next = takeNext()
  if (next !== null) rememberNext(toDestinationUrl(next))
  return next
}

/** What the service should return to after a social sign-in, which ends outside of this page. Null: its own default. */
export function chooseReturnTo(kept: string | null, origin: string): string | null {
  const next = peekNext()
  if (next !== null) return new URL(toDestinationUrl(next), origin).href
  // Back here, where the chosen plan or the invite is not forgotten.
  return kept ? `${origin}/login` : null
}

/** Takes the stored `next`. A flow that only confirms who one is goes back to what it interrupted. Null: no wish. */
export function takeSignInDestination(flow: Flow): SignInDestination | null {
  const interrupted = flow.returnTo === null ? null : resolveReturnTo(flow.returnTo, flow.action)
  if (flow.refresh && interrupted !== null) return interrupted
  return takeNext() ?? interrupted
}

// On one origin with the page, the service's address must not be taken for one of the router's paths.
function resolveReturnTo(url: string, action: string): SignInDestination | null {
  if (isIdentityServiceUrl(url, action)) return { kind: 'service', url }
  const destination = resolveDestination(url)
  return destination.kind === 'path' && destination.path === '/login' ? null : destination
}

function isIdentityServiceUrl(url: string, action: string): boolean {
  try {
    const service = new URL(action)
    const prefix = service.pathname.slice(0, service.pathname.indexOf('/self-service/') + '/self-service/'.length)
    const { origin, pathname } = new URL(url)
    return prefix.endsWith('/self-service/') && origin === service.origin && pathname.startsWith(prefix)
  } catch {
    return false
  }
}

const toDestinationUrl = (destination: RedirectTarget): string =>
  destination.kind === 'path' ? destination.path : destination.url
