import type { TrackerResult, TrackerFailure } from '../../ports/tracker.ts'
import { ApiError } from '../../transport/api-error.ts'

const nextStepHints: Partial<Record<TrackerFailure['kind'], string>> = {
  unreachable: 'Check the domain, or try again in a few minutes.',
  failed: 'Try again in a few minutes.',
  limited: 'Try again in a minute.',
  forbidden: 'Ask your Jira administrator for the right, or use another account.',
}

/** What the tracker said, and what to do next. */
export const toTrackerApiError = (failure: TrackerFailure): ApiError => {
  const hint = nextStepHints[failure.kind]
  const text = hint === undefined ? `${failure.message}.` : `${failure.message}. ${hint}`
  const retryAfter = failure.retryAfterMs === undefined ? {} : { retryAfter: Math.ceil(failure.retryAfterMs / 1_000) }
  return new ApiError('UPSTREAM_FAILED', text, retryAfter)
}

export function valueOrTrackerApiError<Value>(answer: TrackerResult<Value>): Value {
  if (!answer.ok) throw toTrackerApiError(answer.failure)
  return answer.value
}
