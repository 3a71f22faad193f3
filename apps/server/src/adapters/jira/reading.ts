import type { z } from 'zod'

import type { TrackerAnswer } from '../../ports/tracker.ts'
import { garbled } from './ask.ts'

/** An answer by its shape; one of another shape is a failure of the site, not of ours. */
export function read<Value>(
  answer: TrackerAnswer<unknown>,
  shape: z.ZodType<Value>,
  site: string,
): TrackerAnswer<Value> {
  if (!answer.ok) return answer
  const parsed = shape.safeParse(answer.value)
  return parsed.success ? { ok: true, value: parsed.data } : { ok: false, failure: garbled(site) }
}

export const mapAnswer = <From, To>(answer: TrackerAnswer<From>, map: (value: From) => To): TrackerAnswer<To> =>
  answer.ok ? { ok: true, value: map(answer.value) } : answer

export const apiOf = (flavour: 'cloud' | 'data-center'): string => (flavour === 'cloud' ? '/rest/api/3' : '/rest/api/2')
