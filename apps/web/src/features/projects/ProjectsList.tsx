import { projectFilterLabels } from '@espalier/domain'
import { useDeferredValue, useState } from 'react'
import { type ListedProject, projectList, useProjectList } from '../../data/projects/index.ts'
import { useAuth } from '../../data/session/index.ts'
import { EmptyList, ListSkeleton, ListError, NoMatch } from './ListStates.tsx'
import type { ListAddress } from './list-place.ts'
import { NameFilter, useTypedSearch } from './NameFilter.tsx'
import { ProjectTable } from './ProjectTable.tsx'
import styles from './ProjectsPage.module.css'
import { defaultProjectSort, toggleSort } from './sort-projects.ts'
import { TrashNotice } from './TrashNotice.tsx'
import { useProjectActions } from './use-intents.ts'
import { useConfirmation } from './use-question.tsx'
import { useShownProjects } from './use-shown-projects.ts'

interface ProjectsListProps {
  readonly place: ListAddress
  readonly hasAccess: boolean
}

/** One filter's list, in whatever state it is. */
export function ProjectsList({ place, hasAccess }: ProjectsListProps) {
  const { filter, search } = place
  const state = useProjectList(filter)
  const [typed, setTyped] = useTypedSearch(search)
  const { ask, dialog } = useConfirmation()
  const hasProjects = state.kind === 'loaded' && state.projects.length > 0
  return (
    <section aria-label={projectFilterLabels[filter]} className={styles.content}>
      {filter === 'trash' && <TrashNotice hasItems={hasProjects} ask={ask} />}
      {hasProjects && <NameFilter place={place} typed={typed} onType={setTyped} />}
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
