import { limits } from '@espalier/domain'
import { createFilter, type FilterProblem, type FilterSubjects } from '@espalier/domain/planning-filter'
import Blend from 'lucide-react/icons/blend'
import Close from 'lucide-react/icons/x'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useCell } from '../../platform/cell.ts'
import { filterTexts as texts } from '../../texts/filter.ts'
import { warmSearchCache } from '../search/search-nodes.ts'
import { ToolButton } from '../toolbar/ToolButton.tsx'
import { closeFilter, leaveFilter } from '../workspace/filter-state.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { FilterField } from './FilterField.tsx'
import { SavedViewsMenu } from './SavedViewsMenu.tsx'
import { createFilterSubjects } from './filter-subjects.ts'
import { followMatches, useMatches } from './match-nodes.ts'
import styles from './FilterBar.module.css'

interface WorkspaceProps {
  readonly workspace: ProjectWorkspace
}

/** A row over the canvas. It is there as long as something is filtered, so that nobody misses hidden nodes. */
export function FilterBar({ workspace }: WorkspaceProps) {
  const { text: applied, focusRequests } = useCell(workspace.filter)
  const [subjects] = useState(() => createFilterSubjects(workspace.client))
  const names = useCell(subjects)
  const box = useTypedFilter(workspace)
  const field = useRef<HTMLInputElement>(null)
  const [isListed, setListed] = useState(false)
  useEffect(() => subjects.follow(), [subjects])
  useEffect(() => followMatches(workspace, subjects), [workspace, subjects])
  useEffect(() => warmSearchCache(workspace.client), [workspace])
  useEffect(() => {
    // An address that brings a filter leaves the focus where it is.
    if (focusRequests === 0) return
    field.current?.focus()
    field.current?.select()
  }, [focusRequests])
  const { filter } = workspace
  return (
    // Some browsers and screen readers do not know the element yet.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div role="search" aria-label={texts.filterNodes} className={styles.bar}>
      <FilterField
        field={field}
        text={box.text}
        subjects={names}
        onType={box.type}
        onSettle={box.settle}
        onListed={setListed}
        onFocus={() => filter.set({ ...filter.get(), step: filter.get().step + 1 })}
        onLeave={() => (box.text.trim() === '' ? closeFilter(workspace) : leaveFilter(workspace))}
      />
      <MatchCount workspace={workspace} />
      <DimButton workspace={workspace} />
      <SavedViewsMenu workspace={workspace} />
      <ToolButton
        label={box.text === '' ? texts.close : texts.clear}
        Icon={Close}
        onClick={() => closeFilter(workspace)}
      />
      {!isListed && <Problems text={applied} subjects={names} arePeopleKnown={subjects.arePeopleKnown()} />}
    </div>
  )
}

interface TypedFilter {
  readonly text: string
  /** Filters after a pause in typing. */
  type(text: string): void
  /** Filters now. */
  settle(text: string): void
}

function useTypedFilter({ filter }: ProjectWorkspace): TypedFilter {
  const applied = useCell(filter, ({ text }) => text)
  const [text, setText] = useState(applied)
  const [shown, setShown] = useState(applied)
  const timer = useRef(0)
  useEffect(() => () => window.clearTimeout(timer.current), [])
  // A filter from the address or from a saved view replaces the text of the box; a typed one is in it already.
  if (applied !== shown) {
    setShown(applied)
    if (applied !== text.trim()) setText(applied)
  }
  const apply = (typed: string) => {
    window.clearTimeout(timer.current)
    const present = filter.get()
    const next = typed.trim()
    if (next !== present.text) filter.set({ ...present, isOpen: true, text: next })
  }
  return {
    text,
    type(typed) {
      setText(typed)
      window.clearTimeout(timer.current)
      timer.current = window.setTimeout(() => apply(typed), limits.searchDebounceMs)
    },
    settle(typed) {
      setText(typed)
      apply(typed)
    },
  }
}

function MatchCount({ workspace }: WorkspaceProps) {
  const found = useMatches(workspace)
  const all = useSyncExternalStore(
    (listener) => workspace.client.listen(listener),
    () => workspace.client.graph.livingCount,
  )
  return <output className={styles.count}>{found === null ? '' : texts.matches(found.size, all)}</output>
}

function DimButton({ workspace: { filter } }: WorkspaceProps) {
  const isDimming = useCell(filter, (state) => state.isDimming)
  return (
    <button
      type="button"
      aria-label={texts.dimOthers}
      aria-pressed={isDimming}
      data-tooltip={texts.dimOthers}
      className={styles.toggle}
      onClick={() => filter.set({ ...filter.get(), isDimming: !isDimming })}
    >
      <Blend size={18} aria-hidden="true" />
      <span className={styles.word}>{texts.dimOthers}</span>
    </button>
  )
}

interface ProblemsProps {
  readonly text: string
  readonly subjects: FilterSubjects
  readonly arePeopleKnown: boolean
}

/** Says which words may not do what the person expects. */
function Problems({ text, subjects, arePeopleKnown }: ProblemsProps) {
  const problems = useMemo(() => createFilter(text, subjects).problems, [text, subjects])
  const known = problems.filter(({ key, kind }) => arePeopleKnown || kind !== 'missing' || key !== 'assignee')
  return (
    <output className={known.length === 0 ? undefined : styles.notice}>
      {known.map((problem) => (
        <span key={problem.text}>{describeProblem(problem)}</span>
      ))}
    </output>
  )
}

const describeProblem = (problem: FilterProblem): string =>
  problem.kind === 'missing' ? texts.nameMissing(problem) : texts.unreadable(problem.text)
