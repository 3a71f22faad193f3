import type { ListedProject } from '../../api/projects.ts'
import type { RecentChoice, SearchHit } from '../../api/search.ts'
import type { PageAction, PageNode } from '../../shared/palette.ts'
import type { paletteTexts } from '../../texts/palette.ts'

export type EntryGroupKey = keyof typeof paletteTexts.groups

/** A row of the palette. */
export interface Entry {
  /** Unique among all rows. */
  readonly key: string
  readonly label: string
  /** The place of the entry, or the passage that was found. */
  readonly detail?: string
  readonly status?: PageNode['status']
  readonly keys?: string
  /** The label is a word of a person, not a text of ours. */
  readonly isUserData: boolean
  readonly choice: RecentChoice
}

export interface EntryGroup {
  readonly key: EntryGroupKey
  readonly entries: readonly Entry[]
}

/** Everything that the palette knows at this moment. */
export interface PaletteContents {
  readonly actions: readonly PageAction[]
  readonly recent: readonly RecentChoice[]
  readonly projects: readonly Pick<ListedProject, 'id' | 'title'>[]
  /** The open project and its nodes with the text. */
  readonly open: { readonly id: string; readonly title: string; readonly nodes: readonly PageNode[] } | null
  readonly hits: readonly SearchHit[]
}

const most = { actions: 6, projects: 6, projectsAtFirst: 4 }

/** Lists the rows for a text: what is near first, and nothing twice. */
export function listEntryGroups(contents: PaletteContents, typed: string): readonly EntryGroup[] {
  const text = fold(typed)
  const groups = text === '' ? listFirstGroups(contents) : listFoundGroups(contents, text)
  const known = new Set<string>()
  const isNew = ({ key }: Entry): boolean => !known.has(key) && known.add(key).size > 0
  return groups
    .map(({ key, entries }) => ({ key, entries: entries.filter(isNew) }))
    .filter(({ entries }) => entries.length > 0)
}

function listFirstGroups({ actions, recent, projects, open }: PaletteContents): readonly EntryGroup[] {
  const others = projects.filter(({ id }) => id !== open?.id)
  return [
    { key: 'recent', entries: recent.flatMap((choice) => toRecentEntry(choice, actions) ?? []) },
    { key: 'projects', entries: others.slice(0, most.projectsAtFirst).map(toProjectEntry) },
    { key: 'actions', entries: actions.map(toActionEntry) },
  ]
}

function listFoundGroups(contents: PaletteContents, text: string): readonly EntryGroup[] {
  const { actions, projects, open, hits } = contents
  const found = <Named>(named: readonly Named[], name: (one: Named) => string, count: number): readonly Named[] =>
    named
      .map((one) => ({ one, rank: rankText(fold(name(one)), text) }))
      .filter(({ rank }) => rank < 3)
      .sort((first, second) => first.rank - second.rank)
      .slice(0, count)
      .map(({ one }) => one)
  const own = open?.nodes.map((node) => toNodeEntry({ ...node, detail: node.below }, open)) ?? []
  return [
    { key: 'actions', entries: found(actions, ({ label }) => label, most.actions).map(toActionEntry) },
    { key: 'nodes', entries: own },
    { key: 'projects', entries: found(projects, ({ title }) => title, most.projects).map(toProjectEntry) },
    { key: 'everywhere', entries: hits.map(toHitEntry) },
  ]
}

const fold = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/gu, ' ').trim()

/** 0: begins with the text, 1: a word begins with it, 2: it is in there, 3: it is not. */
function rankText(name: string, text: string): number {
  if (name.startsWith(text)) return 0
  if (name.includes(` ${text}`)) return 1
  return text.split(' ').every((word) => name.includes(word)) ? 2 : 3
}

const toActionEntry = ({ id, label, keys }: PageAction): Entry => ({
  key: `action ${id}`,
  label,
  ...(keys !== undefined && { keys }),
  isUserData: false,
  choice: { kind: 'action', id },
})

const toProjectEntry = ({ id, title }: { readonly id: string; readonly title: string }): Entry => ({
  key: `project ${id}`,
  label: title,
  isUserData: true,
  choice: { kind: 'project', id, title },
})

interface FoundNode {
  readonly id: string
  readonly title: string
  readonly status?: PageNode['status']
  readonly detail: string
}

const toNodeEntry = (
  { id, title, status, detail }: FoundNode,
  project: { readonly id: string; readonly title: string },
): Entry => ({
  key: `node ${id}`,
  label: title,
  ...(detail !== '' && { detail }),
  ...(status !== undefined && { status }),
  isUserData: true,
  choice: { kind: 'node', id, title, project: { id: project.id, title: project.title } },
})

function toHitEntry({ project, node, excerpt }: SearchHit): Entry {
  if (node === null) return toProjectEntry(project)
  const detail = excerpt === node.title ? project.title : `${project.title} · ${excerpt}`
  return toNodeEntry({ ...node, detail }, project)
}

function toRecentEntry(choice: RecentChoice, actions: readonly PageAction[]): Entry | null {
  if (choice.kind === 'project') return toProjectEntry(choice)
  if (choice.kind === 'node') return toNodeEntry({ ...choice, detail: choice.project.title }, choice.project)
  const action = actions.find(({ id }) => id === choice.id)
  // It may not be available on this page.
  return action === undefined ? null : toActionEntry(action)
}
