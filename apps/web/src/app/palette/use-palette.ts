import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useAccess } from '../../api/account/access.ts'
import { projectList } from '../../api/projects.ts'
import { readRecentChoices, type RecentChoice, searchEverywhere, type SearchHit } from '../../api/search.ts'
import { currentPersonId } from '../../api/session/session.ts'
import { useCell } from '../../platform/cell.ts'
import { useNavigate } from '../../platform/router.tsx'
import { type PageAction, pageSource, type PageSource } from '../../shared/palette.ts'
import { avatarMenuTexts } from '../../texts/avatar-menu.ts'
import { paletteTexts } from '../../texts/palette.ts'
import { topBarTexts } from '../../texts/top-bar.ts'
import { type EntryGroup, listEntryGroups } from './palette-entries.ts'

/** Whether all projects were searched. */
export type SearchProgress = 'idle' | 'searching' | 'done' | 'offline' | 'failed'

interface PaletteState {
  readonly groups: readonly EntryGroup[]
  readonly progress: SearchProgress
  readonly source: PageSource | null
  readonly actions: readonly PageAction[]
}

const mostNodes = 8

/** Collects what the palette shows for a text. What is in this tab is there at once, the answer of the server later. */
export function usePalette(typed: string): PaletteState {
  const source = usePageSource()
  const pages = usePageLinks()
  const [recent, setRecent] = useState<readonly RecentChoice[]>([])
  const projects = useProjects()
  const { hits, progress } = useSearch(typed)
  useEffect(() => {
    let isLeft = false
    void readRecentChoices().then((choices) => (isLeft ? undefined : setRecent(choices)))
    return () => {
      isLeft = true
    }
  }, [])
  const actions = useMemo(() => [...(source?.listActions() ?? []), ...pages], [source, pages])
  const nodes = useMemo(() => (typed.trim() === '' ? [] : (source?.findNodes(typed, mostNodes) ?? [])), [source, typed])
  const title = projects.find(({ id }) => id === source?.projectId)?.title ?? ''
  const open = source === null ? null : { id: source.projectId, title, nodes }
  return { groups: listEntryGroups({ actions, recent, projects, open, hits }, typed), progress, source, actions }
}

function usePageSource(): PageSource | null {
  const load = useCell(pageSource)
  const [source, setSource] = useState<PageSource | null>(null)
  useEffect(() => {
    let isLeft = false
    void load?.().then(
      (loaded) => (isLeft ? undefined : setSource(loaded)),
      // The rest of the palette works without it.
      () => undefined,
    )
    return () => {
      isLeft = true
    }
  }, [load])
  return source
}

function useProjects() {
  const state = useSyncExternalStore(projectList.subscribe, () => projectList.get('inbox'))
  useEffect(() => {
    if (currentPersonId() !== null) void projectList.load('inbox')
  }, [])
  return useMemo(() => (state.kind === 'loaded' ? [...state.projects].sort(byLastChange) : []), [state])
}

const byLastChange = (one: { readonly updatedAt: number }, other: { readonly updatedAt: number }): number =>
  other.updatedAt - one.updatedAt

/** The pages that the person can go to. */
function usePageLinks(): readonly PageAction[] {
  const navigate = useNavigate()
  const access = useAccess()
  const hasAccess = access.kind === 'known' && access.hasAccess
  const isPerson = currentPersonId() !== null
  return useMemo(() => {
    const goTo = (id: string, label: string, address: string): PageAction => ({
      id: `page.${id}`,
      label,
      run: () => navigate(address),
    })
    const { goTo: nameLink } = paletteTexts
    return [
      ...(hasAccess
        ? [
            goTo('projects', nameLink(topBarTexts.projects), '/projects'),
            goTo('my-work', nameLink(topBarTexts.myWork), '/my-work'),
            goTo('inbox', nameLink(topBarTexts.inbox(0)), '/inbox'),
            goTo('add-project', paletteTexts.addProject, '/projects/add'),
            goTo('account', nameLink(avatarMenuTexts.account), '/account'),
          ]
        : []),
      ...(isPerson ? [goTo('user', nameLink(avatarMenuTexts.userSettings), '/user')] : []),
    ]
  }, [navigate, hasAccess, isPerson])
}

/** People type on while a request is under way: it is sent after a pause. */
const pauseMs = 150
const shortestSearch = 2

function useSearch(typed: string): { readonly hits: readonly SearchHit[]; readonly progress: SearchProgress } {
  const text = typed.trim()
  const [found, setFound] = useState<{ text: string; hits: readonly SearchHit[]; progress: SearchProgress } | null>(
    null,
  )
  const isSearched = text.length >= shortestSearch && currentPersonId() !== null
  useEffect(() => {
    if (!isSearched) return undefined
    let isLeft = false
    const search = async () => {
      const answer = navigator.onLine ? await searchEverywhere(text) : null
      if (isLeft) return
      const isOffline = answer === null || (!answer.ok && answer.code === 'UNREACHABLE')
      const progress = answer?.ok === true ? 'done' : isOffline ? 'offline' : 'failed'
      setFound({ text, hits: answer?.ok === true ? answer.value : [], progress })
    }
    const timer = window.setTimeout(() => void search(), pauseMs)
    return () => {
      isLeft = true
      window.clearTimeout(timer)
    }
  }, [text, isSearched])
  if (!isSearched) return { hits: [], progress: 'idle' }
  if (found?.text === text) return found
  // Hits of the text before stay out: they would jump away under the pointer.
  return { hits: [], progress: 'searching' }
}
