import { failureOf, noFlowText } from '../data/identity/index.ts'
import type { FlowState } from '../data/sign-in/index.ts'
import { FlowNotices } from '../ui/form/FlowNotices.tsx'
import { NoFlow } from '../ui/form/NoFlow.tsx'
import type { Outcome } from '../ui/form/outcome.ts'

interface FlowWordsProps {
  readonly state: FlowState
  /** Of the last try: what it says already is not said twice. */
  readonly outcome: Outcome
  onRetry(): void
}

/** What stands above a form of the identity service: what the service says by itself, or that it gave no form. */
export function FlowWords({ state, outcome, onRetry }: FlowWordsProps) {
  if (state.kind === 'open') return <FlowNotices messages={state.notices} />
  if (state.kind !== 'failed' || outcome.text === noFlowText) return null
  return <NoFlow text={noFlowText} detail={failureOf(state.answer)} onRetry={onRetry} />
}
