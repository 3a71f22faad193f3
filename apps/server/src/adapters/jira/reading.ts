import type { z } from 'zod'

import type { TrackerResult } from '../../ports/tracker.ts'
import { unreadableResponseFailure } from './ask.ts'

/** An answer by its shape; one of another shape is a failure of the site, not of ours. */
export function parseTrackerAnswer<Value>(
  answer: TrackerResult<unknown>,
  shape: z.ZodType<Value>,
  site: string,
): TrackerResult<Value> {
  if (!answer.ok) return answer
  const parsed = shape.safeParse(answer.value)
  return parsed.success ? { ok: true, value: parsed.data } : { ok: false, failure: unreadableResponseFailure(site) }
}

export const mapTrackerResult = <From, To>(answer: TrackerResult<From>, map: (value: From) => To): TrackerResult<To> =>
  answer.ok ? { ok: true, value: map(answer.value) } : answer

export const apiPath = (flavour: 'cloud' | 'data-center'): string => (flavour === 'cloud' ? '/rest/api/3' : '/rest/api/2')
