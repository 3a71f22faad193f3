import { describeMissingFlow, noFlowText } from '../data/identity/index.ts'
import type { FlowState } from '../data/sign-in/index.ts'
import { FlowNotices } from '../ui/form/FlowNotices.tsx'
import { FlowError } from '../ui/form/NoFlow.tsx'
import type { FormErrors } from '../ui/form/outcome.ts'

interface FlowMessagesProps {
  readonly state: FlowState
  /** Of the last try: what it says already is not said twice. */
  readonly outcome: FormErrors
  onRetry(): void
}

/** What stands above a form of the identity service: what the service says by itself, or that it gave no form. */
export function FlowMessages({ state, outcome, onRetry }: FlowMessagesProps) {
  if (state.kind === 'open') return <FlowNotices messages={state.notices} />
  if (state.kind !== 'failed' || outcome.text === noFlowText) return null
  return <FlowError text={noFlowText} detail={describeMissingFlow(state.answer)} onRetry={onRetry} />
}
