import type { NodeId, ProjectId } from '@espalier/domain'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { type ListedProject, projectList, useProjectList } from '../../api/projects.ts'
import { projectLinkTexts as texts } from '../../texts/project-link.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Skeleton } from '../../ui/Page.tsx'
import { acceptedOrNotify, getPlainTitle } from '../actions/action.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import styles from './LinkProjectDialog.module.css'

interface LinkProjectDialogProps {
  readonly workspace: ProjectWorkspace
  readonly nodeId: NodeId
}

/** Chooses the project that breaks a node down. */
export function LinkProjectDialog({ workspace, nodeId }: LinkProjectDialogProps) {
  const state = useProjectList('inbox')
  const close = () => workspace.dialog.set(null)
  const choose = ({ id, title }: ListedProject) => {
    if (!acceptedOrNotify(workspace, workspace.client.edits.change(nodeId, { projectLink: id }))) return
    close()
    workspace.map.announce(texts.linked(getPlainTitle(workspace, nodeId), title))
    workspace.map.focus(nodeId)
  }
  return (
    <Dialog title={texts.linkToExisting} onClose={close}>
      {state.kind === 'loading' && <ProjectsLoading />}
      {state.kind === 'failed' && <ProjectsFailed text={state.text} />}
      {state.kind === 'loaded' && (
        <ProjectChoices projects={state.projects} hereId={workspace.client.projectId} onChoose={choose} />
      )}
      <div className={styles.end}>
        <Button onClick={close}>{texts.cancel}</Button>
      </div>
    </Dialog>
  )
}

interface ProjectChoicesProps {
  readonly projects: readonly ListedProject[]
  readonly hereId: string
  onChoose(project: ListedProject): void
}

function ProjectChoices({ projects, hereId, onChoose }: ProjectChoicesProps) {
  const [query, setQuery] = useState('')
  const found = useMemo(() => findProjectsByTitle(projects, query, hereId), [projects, query, hereId])
  const container = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const [first] = found
    if (event.key === 'ArrowDown') moveFocus(container.current, 1)
    else if (event.key === 'ArrowUp') moveFocus(container.current, -1)
    else if (event.key === 'Enter' && event.target === field.current && first !== undefined) onChoose(first)
    else return
    event.preventDefault()
  }
  return (
    <div ref={container} role="presentation" className={styles.choices} onKeyDown={press}>
      <label className={styles.search}>
        {texts.search}
        <input
          ref={field}
          type="search"
          autoComplete="off"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      </label>
      <ul aria-label={texts.projects} className={styles.list}>
        {found.map((project) => (
          <li key={project.id}>
            <button type="button" translate="no" className={styles.choice} onClick={() => onChoose(project)}>
              {project.title}
            </button>
          </li>
        ))}
      </ul>
      <output className={styles.none}>{found.length === 0 ? texts.noMatch : ''}</output>
    </div>
  )
}

/** Moves between the search field and the list, and along it. */
function moveFocus(container: HTMLElement | null, by: 1 | -1): void {
  const stops = [...(container?.querySelectorAll<HTMLElement>('input, button') ?? [])]
  const at = stops.findIndex((stop) => stop === document.activeElement)
  stops[(at + by + stops.length) % stops.length]?.focus()
}

const ProjectsLoading = () => (
  <div aria-busy="true" className={styles.choices}>
    <Skeleton width="80%" />
    <Skeleton width="60%" />
    <Skeleton width="70%" />
  </div>
)

const ProjectsFailed = ({ text }: { readonly text: string }) => (
  <div role="alert" className={styles.choices}>
    <p>{texts.notLoaded(text)}</p>
    <div>
      <Button size="small" onClick={() => void projectList.load('inbox')}>
        {texts.tryAgain}
      </Button>
    </div>
  </div>
)

/** This many are drawn; to find another one, people type more of its name. */
const maxShownProjects = 100

const normalizeTitle = (text: string): string => text.normalize('NFC').toLowerCase()

/** Returns the projects whose title contains the text, case-insensitively, without the project itself. */
function findProjectsByTitle(
  projects: readonly ListedProject[],
  query: string,
  hereId: ProjectId,
): readonly ListedProject[] {
  const wanted = normalizeTitle(query.trim())
  return projects
    .filter(({ id, title }) => id !== hereId && normalizeTitle(title).includes(wanted))
    .slice(0, maxShownProjects)
}
