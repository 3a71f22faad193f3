import { useCallback, useEffect, useState } from 'react'
import {
  type CalendarFeed,
  type CalendarProject,
  createCalendarFeed,
  fetchCalendarFeeds,
  fetchCalendarProjects,
  fetchCalendarTitle,
  revokeCalendarFeed,
} from '../api/calendar-feeds.ts'
import { toastApiFailure } from '../shared/toast-api-failure.ts'
import { calendarAddressTexts } from '../texts/calendar-addresses.ts'
import { toast } from '../ui/Toasts.tsx'

export type CalendarFeedsState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'loaded'; readonly feeds: readonly CalendarFeed[] }

interface CalendarFeeds {
  readonly state: CalendarFeedsState
  load(): Promise<void>
  /** Returns the id of the new address, or null after a failure, which was shown. */
  create(projectId: string | null): Promise<string | null>
  /** True if it is revoked. */
  revoke(id: string): Promise<boolean>
}

/** The calendar addresses of the person. */
export function useCalendarFeeds(): CalendarFeeds {
  const [state, setState] = useState<CalendarFeedsState>({ kind: 'loading' })
  const load = useCallback(async () => {
    setState({ kind: 'loading' })
    const answer = await fetchCalendarFeeds()
    setState(answer.ok ? { kind: 'loaded', feeds: answer.value } : { kind: 'failed' })
  }, [])
  useEffect(() => {
    let isOpen = true
    void fetchCalendarFeeds().then((answer) => {
      if (isOpen) setState(answer.ok ? { kind: 'loaded', feeds: answer.value } : { kind: 'failed' })
    })
    return () => {
      isOpen = false
    }
  }, [])
  const change = (update: (feeds: readonly CalendarFeed[]) => readonly CalendarFeed[]) =>
    setState((before) => (before.kind === 'loaded' ? { kind: 'loaded', feeds: update(before.feeds) } : before))
  return {
    state,
    load,
    async create(projectId) {
      const answer = await createCalendarFeed(projectId)
      if (!answer.ok) {
        toastApiFailure(answer)
        return null
      }
      change((feeds) => [...feeds, answer.value])
      return answer.value.id
    },
    async revoke(id) {
      const answer = await revokeCalendarFeed(id)
      if (!answer.ok) {
        toastApiFailure(answer)
        return false
      }
      change((feeds) => feeds.filter((feed) => feed.id !== id))
      toast.success(calendarAddressTexts.revoked)
      return true
    },
  }
}

/** Returns what an address shows: the person's own work, or a project by its title. */
export function useFeedName(projectId: string | null): string {
  const [title, setTitle] = useState<string | null | undefined>(undefined)
  useEffect(() => {
    if (projectId === null) return undefined
    let isOpen = true
    void fetchCalendarTitle(projectId).then((found) => {
      if (isOpen) setTitle(found)
    })
    return () => {
      isOpen = false
    }
  }, [projectId])
  if (projectId === null) return calendarAddressTexts.myWork
  return title === undefined ? calendarAddressTexts.loadingProject : (title ?? calendarAddressTexts.unknownProject)
}

/** Returns the projects that the person can choose from; none until they are known. */
export function useCalendarProjects(): readonly CalendarProject[] {
  const [projects, setProjects] = useState<readonly CalendarProject[]>([])
  useEffect(() => {
    let isOpen = true
    void fetchCalendarProjects().then((found) => {
      if (isOpen) setProjects(found)
    })
    return () => {
      isOpen = false
    }
  }, [])
  return projects
}
