import type { RedirectTarget } from '@espalier/domain'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { browser } from '../../platform/navigation.ts'
import type { FlowResult } from '../identity/flow-result.ts'
import type { Flow, UiMessage } from '../identity/flow.ts'
import type { FlowKind, StartQuery } from '../identity/identity-client.ts'
import { type FlowOpening, openFlow } from '../identity/open-flow.ts'
import { identityClient } from './identity.ts'
import { rememberNext, resolveDestination, consumeNext } from './session.ts'

interface FlowOptions {
  readonly kind: FlowKind
  /** The flow id in the page's address. */
  readonly flowId: string | null
  query?(): StartQuery
  onOpened?(flow: Flow): void
  /** A session exists already, so there is nothing to sign in to. */
  onAlreadySignedIn?(): void
  onSignedOut?(): void
  /** The id in the address was invalid and has to be removed from it. */
  onReplaced(): void
}

export type FlowState =
  | { readonly kind: 'opening' }
  /** `notices`: messages the service shows unasked. The form shows the answers to a submission. */
  | { readonly kind: 'open'; readonly flow: Flow; readonly notices: readonly UiMessage[] }
  | { readonly kind: 'failed'; readonly answer: FlowResult }

/** 'leaving': the page is navigating away, and nothing must be submitted any more. */
export type FlowOrLeaving = Flow | 'leaving' | null

export interface FlowHandle {
  readonly state: FlowState
  /** Resolves to the flow to submit to, also while it is loading. Null: there is none. */
  current(): Promise<FlowOrLeaving>
  /** Replaces the flow by the one from an answer. */
  show(flow: Flow): void
  /** Opens another flow for one that the service no longer knows. */
  renew(flowId: string | null): Promise<FlowOrLeaving>
}

/** Manages the flow of a page: opens it with the page, shows it as answers change it, replaces it when it expires. */
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
      // A late answer, after the page was left or a newer request started, would undo what has happened since.
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

/** The id in the address was invalid: once it is removed from there, the replacement flow stays. */
const replacesFlowInUrl = (opening: FlowOpening, wanted: FlowOptions): boolean =>
  opening.kind === 'opened' && opening.isReplacement && wanted.flowId !== null

// A request that a newer one has overtaken yields the newer result.
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

/** The page to open after signing in: a path of ours, an own host, or the identity service. */
type SignInDestination = RedirectTarget | { readonly kind: 'service'; readonly url: string }

/** Reads the checked `next` without removing it: it is taken only on arrival. */
function peekNext(): RedirectTarget | null {
  const next = consumeNext()
  if (next !== null) rememberNext(toDestinationUrl(next))
  return next
}

/**
 * Chooses where the service returns to after a social sign-in, which ends outside this page. Null: the service's
 * default.
 */
export function chooseReturnTo(keptChoice: string | null, origin: string): string | null {
  const next = peekNext()
  if (next !== null) return new URL(toDestinationUrl(next), origin).href
  // The login page still knows the chosen plan or the invite.
  return keptChoice ? `${origin}/login` : null
}

/**
 * Takes the stored `next`. A flow that only confirms the person's identity returns to what it interrupted. Null: no
 * destination is stored.
 */
export function consumeSignInDestination(flow: Flow): SignInDestination | null {
  const interrupted = flow.returnTo === null ? null : resolveReturnTo(flow.returnTo, flow.action)
  if (flow.refresh && interrupted !== null) return interrupted
  return consumeNext() ?? interrupted
}

// When the service shares the page's origin, its address must not be treated as a router path.
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
