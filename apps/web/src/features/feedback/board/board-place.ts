import { feedbackStatuses } from '@espalier/domain'
import type { FeedbackFilter } from '../../../data/feedback/index.ts'

/** What the list shows, as its address says it. */
export function parseBoardQuery(params: URLSearchParams): FeedbackFilter {
  return {
    sort: params.get('sort') === 'newest' ? 'newest' : 'votes',
    status: feedbackStatuses.find((status) => status === params.get('status')) ?? null,
    search: params.get('search')?.trim() ?? '',
  }
}

export function formatBoardQuery({ sort, status, search }: FeedbackFilter): Record<string, string> {
  return {
    ...(sort === 'newest' && { sort }),
    ...(status !== null && { status }),
    ...(search.trim() !== '' && { search: search.trim() }),
  }
}
