import { exchangeLimits, type NodeId } from '@espalier/domain'
import { findFormat, type FormatId, packDrawing, type PaperSize } from '@espalier/interchange'
import type { Size } from '@espalier/layout'
import type { ProjectClient } from '@espalier/sync'
import { useEffect, useRef, useState } from 'react'
import { peopleStore } from '../../api/people.ts'
import { fetchFileComments, fetchTransitionsByNode } from '../../api/transitions.ts'
import type { DrawnFormat, WriteFileResult, WriteJob } from '../../import-export/write-files.ts'
import { toFileName } from '../../import-export/file-names.ts'
import { loadPeople } from '../../import-export/load-people.ts'
import { type FileWorker, startWriteWorker } from '../../import-export/run-in-worker.ts'
import { downloadBlob } from '../../platform/download.ts'
import { projectExportTexts as texts } from '../../texts/project-export.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import type { ChipSettings, MapTheme } from '../workspace/view-settings.ts'
import { drawProject, readPageFont } from './draw-project.ts'
import { getExportTitle, listNamedPeople, toInterchangeProject, withComments } from './project-file.ts'

type FileExportState =
  | { readonly kind: 'asking' }
  | { readonly kind: 'working' }
  /** The export takes so long that it has to show progress. */
  | { readonly kind: 'late' }
  | { readonly kind: 'failed'; readonly text: string }

/** Creates a file and downloads it. */
export function useFileExport({ client, mapTheme, chips }: Pick<ProjectWorkspace, 'client' | 'mapTheme' | 'chips'>) {
  const [state, setState] = useState<FileExportState>({ kind: 'asking' })
  const stopping = useRef<AbortController | null>(null)
  const waiting = useRef<FileWorker<WriteJob> | null>(null)
  useEffect(() => {
    // Starting a worker takes longer than writing most files, so it starts while the person chooses a format.
    waiting.current = startWriteWorker()
    return () => {
      waiting.current?.stop()
      stopping.current?.abort()
    }
  }, [])
  const start = async (format: FormatId, topIds: readonly NodeId[], paper: PaperSize | null): Promise<boolean> => {
    const controller = new AbortController()
    stopping.current = controller
    setState({ kind: 'working' })
    const timer = window.setTimeout(() => setState({ kind: 'late' }), exchangeLimits.progressAfterMs)
    const choice = { format, topIds, paper, theme: mapTheme.get(), chips: chips.get() }
    const worker = waiting.current ?? startWriteWorker()
    waiting.current = null
    const made = await makeExportFile(client, choice, worker, controller.signal)
    worker.stop()
    window.clearTimeout(timer)
    if (controller.signal.aborted) return false
    setState(made.ok ? { kind: 'asking' } : { kind: 'failed', text: made.text })
    if (made.ok) downloadBlob(made.blob, toFileName(getExportTitle(client, topIds), findFormat(format).extension))
    return made.ok
  }
  return { state, start, stop: () => stopping.current?.abort() }
}

const isDrawnFormat = (format: FormatId): format is DrawnFormat =>
  format === 'svg' || format === 'png' || format === 'pdf'

interface ExportChoice {
  readonly format: FormatId
  readonly topIds: readonly NodeId[]
  readonly paper: PaperSize | null
  readonly theme: MapTheme
  readonly chips: ChipSettings
}

async function makeExportFile(
  client: ProjectClient,
  { format, topIds, paper, theme, chips }: ExportChoice,
  worker: FileWorker<WriteJob>,
  signal: AbortSignal,
): Promise<WriteFileResult> {
  if (isDrawnFormat(format)) {
    if (chips.assignees) await requestAssignees(client)
    const drawing = drawProject(client, topIds, { theme, chips, people: peopleStore })
    const job = { format, scale: fitPictureScale(drawing), fontFamily: readPageFont(), paper }
    return worker.run({ kind: 'draw', drawing: packDrawing(drawing), ...job }, signal)
  }
  const isOwnFormat = format === 'espalier'
  const [transitions, comments] = await Promise.all([
    isOwnFormat ? fetchTransitionsByNode(client.projectId) : new Map<never, never>(),
    isOwnFormat && hasComments(client) ? fetchFileComments(client.projectId) : [],
  ])
  if (transitions === null || comments === null) return { ok: false, text: texts.historyNotLoaded }
  const people = await loadPeople(listNamedPeople(client, topIds))
  const project = withComments(toInterchangeProject(client, topIds, transitions, people), comments)
  return worker.run({ kind: 'write', format, project }, signal)
}

const hasComments = (client: ProjectClient): boolean => [...client.nodes()].some(({ commentCount }) => commentCount > 0)

/** A picture does not wait longer for the names of people. */
const longestLookupMs = 3_000

/** Waits until the members who are assigned to nodes are known, so that a picture can show their initials. */
async function requestAssignees(client: ProjectClient): Promise<void> {
  const { owner, sharing } = client.project.get()
  const assigned = new Set([...client.nodes()].flatMap(({ assigneeIds }) => assigneeIds))
  const ids = [...assigned].filter((id) => id === owner || id in sharing.users)
  for (const id of ids) peopleStore.lookUp(id)
  const isLoading = () => ids.some((id) => peopleStore.get(id).kind === 'loading')
  if (!isLoading()) return
  await new Promise<void>((resolve) => {
    const timer = window.setTimeout(resolve, longestLookupMs)
    const stop = peopleStore.subscribe(() => {
      if (isLoading()) return
      window.clearTimeout(timer)
      stop()
      resolve()
    })
  })
}

const { scale: usual, sidePx, pixels } = exchangeLimits.picture

/** Returns the largest scale at which the whole map can be painted. */
export const fitPictureScale = ({ width, height }: Size): number =>
  Math.min(usual, sidePx / Math.max(width, height, 1), Math.sqrt(pixels / Math.max(width * height, 1)))

const percentFormat = new Intl.NumberFormat('en', { style: 'percent', maximumSignificantDigits: 3 })
const wholeNumberFormat = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })

export function describePictureScale(size: Size): string {
  const scale = fitPictureScale(size)
  const formatSide = (side: number): string => wholeNumberFormat.format(Math.floor(side * scale))
  const describe = scale < 1 ? texts.pictureTooLarge : texts.pictureSize
  return describe(formatSide(size.width), formatSide(size.height), percentFormat.format(scale))
}
