import { isProjectListed, type ProjectFilter } from '@espalier/domain'
import { createCell } from '../platform/cell.ts'
import type { ApiResult } from './graphql/api-result.ts'
import type { ListedProject } from './listed-project.ts'

export type ProjectListState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly text: string }
  /** Copied: the list is the one stored on this device, and the server has not answered yet. */
  | { readonly kind: 'loaded'; readonly projects: readonly ListedProject[]; readonly isCopied?: true }

interface ProjectList {
  /** Returns the known state of a filter's list. */
  get(filter: ProjectFilter): ProjectListState
  subscribe(listener: () => void): () => void
  /** Refetches the list; the shown projects stay meanwhile. */
  load(filter: ProjectFilter): Promise<void>
  /** Applies a project from an answer: it changes, enters or leaves every loaded list. */
  put(project: ListedProject): void
  /** The person has lost access to the project. */
  remove(id: string): void
  /** The trash was emptied. */
  clearTrash(): void
  /** Another person is signed in. */
  clear(): void
  /** Counts how often everything was cleared, so that a shown list is fetched again. */
  clearCount(): number
}

const loadingState: ProjectListState = { kind: 'loading' }

/** The lists that are stored on this device. */
interface ListCopies {
  /** Null if there is none. */
  read(filter: ProjectFilter): Promise<readonly ListedProject[] | null>
  write(filter: ProjectFilter, projects: readonly ListedProject[]): void
}

const noCopies: ListCopies = { read: async () => null, write: () => {} }

export function createProjectList(
  fetchProjects: (filter: ProjectFilter) => Promise<ApiResult<readonly ListedProject[]>>,
  userId: () => string | null,
  copies = noCopies,
): ProjectList {
  const lists = createCell<ReadonlyMap<ProjectFilter, ProjectListState>>(new Map())
  const asked = new Map<ProjectFilter, number>()
  let changes = 0
  let timesForgotten = 0
  const set = (filter: ProjectFilter, state: ProjectListState) => lists.set(new Map(lists.get()).set(filter, state))

  async function load(filter: ProjectFilter): Promise<void> {
    const turn = (asked.get(filter) ?? 0) + 1
    asked.set(filter, turn)
    if (lists.get().get(filter)?.kind !== 'loaded') {
      set(filter, loadingState)
      void showCopy(filter, turn)
    }
    const changesBefore = changes
    const answer = await fetchProjects(filter)
    if (asked.get(filter) !== turn) return
    // An answer from before a change would bring back a project that the person has just seen disappear.
    if (changes !== changesBefore) return load(filter)
    if (answer.ok) {
      set(filter, { kind: 'loaded', projects: answer.value })
      copies.write(filter, answer.value)
    } else if (lists.get().get(filter)?.kind !== 'loaded') set(filter, { kind: 'failed', text: answer.message })
  }

  async function showCopy(filter: ProjectFilter, turn: number): Promise<void> {
    const projects = await copies.read(filter)
    const isWanted = asked.get(filter) === turn && lists.get().get(filter)?.kind !== 'loaded'
    if (projects !== null && isWanted) set(filter, { kind: 'loaded', projects, isCopied: true })
  }

  type ChangeList = (projects: readonly ListedProject[], filter: ProjectFilter) => readonly ListedProject[]
  function changeLoaded(change: ChangeList): void {
    changes += 1
    const changed = (filter: ProjectFilter, state: ProjectListState): ProjectListState =>
      state.kind === 'loaded' ? { ...state, projects: change(state.projects, filter) } : state
    lists.set(new Map([...lists.get()].map(([filter, state]) => [filter, changed(filter, state)])))
    for (const [filter, state] of lists.get()) if (state.kind === 'loaded') copies.write(filter, state.projects)
  }

  function put(project: ListedProject): void {
    const id = userId()
    if (id !== null) changeLoaded((projects, filter) => withProject(projects, filter, project, id))
  }

  return {
    get: (filter) => lists.get().get(filter) ?? loadingState,
    subscribe: lists.subscribe,
    load,
    put,
    remove: (id) => changeLoaded((projects) => projects.filter((project) => project.id !== id)),
    clearTrash() {
      changes += 1
      if (lists.get().get('trash')?.kind === 'loaded') set('trash', { kind: 'loaded', projects: [] })
      copies.write('trash', [])
    },
    clear() {
      asked.clear()
      changes += 1
      timesForgotten += 1
      lists.set(new Map())
    },
    clearCount: () => timesForgotten,
  }
}

function withProject(
  projects: readonly ListedProject[],
  filter: ProjectFilter,
  project: ListedProject,
  userId: string,
): readonly ListedProject[] {
  const known = projects.find(({ id }) => id === project.id)
  // An older answer may arrive after a newer one.
  if (known !== undefined && known.seq > project.seq) return projects
  if (!isProjectListed(filter, project, userId)) return projects.filter(({ id }) => id !== project.id)
  return known === undefined ? [project, ...projects] : projects.map((one) => (one === known ? project : one))
}
