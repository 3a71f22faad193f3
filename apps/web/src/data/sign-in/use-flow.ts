import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { browser } from '../../platform/navigation.ts'
import {
  type Answer,
  type Flow,
  type FlowKind,
  openFlow,
  type Opening,
  type StartQuery,
  type UiMessage,
} from '../identity/index.ts'
import { identity } from '../session/index.ts'

export interface WantedFlow {
  readonly kind: FlowKind
  /** The id in the page's address. */
  readonly flowId: string | null
  query?(): StartQuery
  opened?(flow: Flow): void
  /** A session exists already: there is nothing to sign in to. */
  alreadySignedIn?(): void
  signedOut?(): void
  /** The id in the address was of no use and has to leave it. */
  replaced(): void
}

export type FlowState =
  | { readonly kind: 'opening' }
  /** `notices`: what the service says by itself, not in answer to a try, which the form says. */
  | { readonly kind: 'open'; readonly flow: Flow; readonly notices: readonly UiMessage[] }
  | { readonly kind: 'failed'; readonly answer: Answer }

/** 'leaving': the page is on its way elsewhere, and nothing is to be submitted any more. */
export type Found = Flow | 'leaving' | null

export interface OpenFlow {
  readonly state: FlowState
  /** The flow to submit to, also one that is still on its way. Null: there is none to be had. */
  current(): Promise<Found>
  /** Takes over the flow that an answer brought. */
  show(flow: Flow): void
  /** Another flow, for one that the service knows no more. */
  renew(flowId: string | null): Promise<Found>
}

/** Keeps the flow of a page: opened when the page is, shown as answers change it, replaced when it is gone. */
export function useFlow(wanted: WantedFlow): OpenFlow {
  const [state, setState] = useState<FlowState>({ kind: 'opening' })
  const latest = useRef(wanted)
  const pending = useRef<Promise<Found>>(Promise.resolve(null))
  const sequence = useRef(0)
  const hasReplaced = useRef(false)
  useEffect(() => {
    latest.current = wanted
  })

  const renew = useCallback((flowId: string | null): Promise<Found> => {
    const mine = (sequence.current += 1)
    const { kind, query } = latest.current
    const settle = (opening: Opening): Found => {
      // An answer that comes after the page was left, or after a newer question, would undo what has happened since.
      if (mine !== sequence.current) return 'leaving'
      hasReplaced.current = hasLeftAddress(opening, latest.current)
      return follow(opening, latest.current, setState)
    }
    pending.current = openFlow(identity, { kind, flowId, query: query?.() ?? {} }).then(settle)
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
  const current = useCallback(async () => (await settled(pending)) ?? renew(latest.current.flowId), [renew])
  return useMemo(() => ({ state, current, show, renew }), [state, current, show, renew])
}

/** The id in the address was of no use: once it is gone from there, the flow that took its place stays. */
const hasLeftAddress = (opening: Opening, wanted: WantedFlow): boolean =>
  opening.kind === 'opened' && opening.isReplacement && wanted.flowId !== null

// A question that is overtaken by a newer one has no answer of its own.
async function settled(pending: { readonly current: Promise<Found> }): Promise<Found> {
  const asked = pending.current
  const found = await asked
  return asked === pending.current ? found : settled(pending)
}

function follow(opening: Opening, wanted: WantedFlow, setState: (state: FlowState) => void): Found {
  switch (opening.kind) {
    case 'opened':
      setState({ kind: 'open', flow: opening.flow, notices: opening.flow.messages })
      wanted.opened?.(opening.flow)
      if (hasLeftAddress(opening, wanted)) wanted.replaced()
      return opening.flow
    case 'already-signed-in':
      wanted.alreadySignedIn?.()
      return 'leaving'
    case 'signed-out':
      wanted.signedOut?.()
      return 'leaving'
    case 'redirect':
      browser.assign(opening.to)
      return 'leaving'
    case 'failed':
      setState(opening)
      return null
  }
}
