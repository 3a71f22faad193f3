import { feedbackStatuses } from '@espalier/domain'
import type { BoardQuestion } from '../../../data/feedback/index.ts'

/** What the list shows, as its address says it. */
export function placeIn(params: URLSearchParams): BoardQuestion {
  return {
    sort: params.get('sort') === 'newest' ? 'newest' : 'votes',
    status: feedbackStatuses.find((status) => status === params.get('status')) ?? null,
    search: params.get('search')?.trim() ?? '',
  }
}

export function paramsOf({ sort, status, search }: BoardQuestion): Record<string, string> {
  return {
    ...(sort === 'newest' && { sort }),
    ...(status !== null && { status }),
    ...(search.trim() !== '' && { search: search.trim() }),
  }
}
