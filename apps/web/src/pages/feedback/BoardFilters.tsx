import { feedbackStatuses, feedbackStatusLabels, limits } from '@espalier/domain'
import { useEffect, useState } from 'react'
import type { FeedbackFilter } from '../../api/feedback.ts'
import { feedbackBoardTexts } from '../../texts/feedback.ts'
import { SelectField, TextField } from '../../ui/form/fields.tsx'
import styles from './Board.module.css'

/** Reads the list's filter from its address. */
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

const sorts = ['votes', 'newest'] as const

const listSortChoices = () => sorts.map((value) => ({ value, label: feedbackBoardTexts.sorts[value] }))

const listStatusChoices = () => [
  { value: '', label: feedbackBoardTexts.allStatuses },
  ...feedbackStatuses.map((value) => ({ value, label: feedbackStatusLabels[value] })),
]

interface BoardFiltersProps {
  readonly place: FeedbackFilter
  onGo(filter: FeedbackFilter): void
}

export function BoardFilters({ place, onGo }: BoardFiltersProps) {
  const [typed, setTyped] = useDebouncedSearch(place, onGo)
  return (
    <div className={styles.filters}>
      <TextField
        label={feedbackBoardTexts.search}
        name="search"
        type="search"
        autoComplete="off"
        value={typed}
        onChange={setTyped}
      />
      <SelectField
        label={feedbackBoardTexts.sortBy}
        name="sort"
        choices={listSortChoices()}
        value={place.sort}
        onChange={(sort) => onGo({ ...place, sort: sort === 'newest' ? 'newest' : 'votes' })}
      />
      <SelectField
        label={feedbackBoardTexts.status}
        name="status"
        choices={listStatusChoices()}
        value={place.status ?? ''}
        onChange={(chosen) => onGo({ ...place, status: feedbackStatuses.find((one) => one === chosen) ?? null })}
      />
    </div>
  )
}

/** Writes the typed text into the address after a pause; an address that changes otherwise replaces the typed text. */
function useDebouncedSearch(
  filter: FeedbackFilter,
  onGo: (filter: FeedbackFilter) => void,
): [string, (text: string) => void] {
  const [typed, setTyped] = useState(filter.search)
  const [known, setKnown] = useState(filter.search)
  if (known !== filter.search) {
    setKnown(filter.search)
    if (filter.search !== typed.trim()) setTyped(filter.search)
  }
  useEffect(() => {
    if (typed.trim() === filter.search) return undefined
    const timer = window.setTimeout(() => onGo({ ...filter, search: typed }), limits.searchDebounceMs)
    return () => window.clearTimeout(timer)
  }, [typed, filter, onGo])
  return [typed, setTyped]
}
