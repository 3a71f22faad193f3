import { projectFilterLabels, projectTexts } from '@espalier/domain'
import { projectListChangedSubscription } from '@espalier/schema/documents/projects'
import { type MouseEvent, useDeferredValue, useState } from 'react'
import { useLiveHints } from '../../api/graphql/use-live-hints.ts'
import { emptyTrash, type ListedProject, projectList, useProjectList } from '../../api/projects.ts'
import { useAuth } from '../../api/session/session.ts'
import { CopyNotice } from '../../shared/CopyNotice.tsx'
import { useConfirmation } from '../../shared/use-confirmation.tsx'
import { Link } from '../../ui/Button.tsx'
import { EmptyList, ListError, ListSkeleton, NoMatch } from './ListStates.tsx'
import { formatListAddress, type ListAddress, NameFilter, useTypedSearch } from './ProjectFilters.tsx'
import { ProjectTable } from './ProjectTable.tsx'
import { toastApiFailure } from '../../shared/toast-api-failure.ts'
import { useProjectActions } from './project-actions.ts'
import { defaultProjectSort, toggleSort, useShownProjects } from './use-shown-projects.ts'
import styles from './ProjectsPage.module.css'

interface TrashNoticeProps {
  readonly hasItems: boolean
  readonly ask: (question: string) => Promise<boolean>
}

function TrashNotice({ hasItems, ask }: TrashNoticeProps) {
  const [isBusy, setBusy] = useState(false)
  const empty = async () => {
    if (isBusy || !(await ask(projectTexts.confirmEmptyTrash))) return
    setBusy(true)
    const answer = await emptyTrash()
    setBusy(false)
    if (!answer.ok) toastApiFailure(answer)
  }
  return (
    <p className={styles.notice}>
      {projectTexts.trashNotice}{' '}
      {hasItems && (
        <Link
          to={formatListAddress({ filter: 'trash', search: '' })}
          aria-busy={isBusy || undefined}
          onClick={(event: MouseEvent) => {
            event.preventDefault()
            void empty()
          }}
        >
          {projectTexts.emptyTrash}
        </Link>
      )}
    </p>
  )
}

interface ProjectsListProps {
  readonly place: ListAddress
  readonly hasAccess: boolean
}

/** Shows one filter's list in any state. */
export function ProjectsList({ place, hasAccess }: ProjectsListProps) {
  const { filter, search } = place
  const state = useProjectList(filter)
  useLiveHints(projectListChangedSubscription, {
    isLoaded: state.kind === 'loaded',
    reload: () => void projectList.load(filter),
  })
  const [typed, setTyped] = useTypedSearch(search)
  const { ask, dialog } = useConfirmation()
  const hasProjects = state.kind === 'loaded' && state.projects.length > 0
  return (
    <section aria-label={projectFilterLabels[filter]} className={styles.content}>
      {filter === 'trash' && <TrashNotice hasItems={hasProjects} ask={ask} />}
      {hasProjects && <NameFilter place={place} typed={typed} onType={setTyped} />}
      {state.kind === 'loaded' && state.isCopied === true && <CopyNotice />}
      {state.kind === 'loading' && <ListSkeleton />}
      {state.kind === 'failed' && <ListError onRetry={() => void projectList.load(filter)} />}
      {state.kind === 'loaded' && !hasProjects && <EmptyList filter={filter} hasAccess={hasAccess} />}
      {hasProjects && (
        <FoundProjects
          projects={state.projects}
          search={typed}
          hasAccess={hasAccess}
          ask={ask}
          onShowAll={() => setTyped('')}
        />
      )}
      {dialog}
    </section>
  )
}

interface FoundProjectsProps {
  readonly projects: readonly ListedProject[]
  readonly search: string
  readonly hasAccess: boolean
  readonly ask: (question: string) => Promise<boolean>
  onShowAll(): void
}

function FoundProjects({ projects, search, hasAccess, ask, onShowAll }: FoundProjectsProps) {
  const [sort, setSort] = useState(defaultProjectSort)
  const auth = useAuth()
  const { act, busyIds } = useProjectActions(ask)
  const shown = useShownProjects(projects, useDeferredValue(search), sort)
  if (shown.length === 0) return <NoMatch search={search} onShowAll={onShowAll} />
  return (
    <ProjectTable
      projects={shown}
      userId={auth.kind === 'person' ? auth.person.id : null}
      hasAccess={hasAccess}
      sort={sort}
      onSort={(column) => setSort(toggleSort(sort, column))}
      act={act}
      busyIds={busyIds}
    />
  )
}
