import { exchangeLimits, type NodeId } from '@espalier/domain'
import { type FormatId, findFormat } from '@espalier/interchange'
import { useEffect, useRef, useState } from 'react'
import { downloadBlob } from '../../../actions/exchange/download.ts'
import { toFileName } from '../../../actions/exchange/file-names.ts'
import { runInWorker } from '../../../actions/exchange/in-worker.ts'
import type { DrawnFormat, WriteFileResult } from '../../../actions/exchange/jobs.ts'
import type { Board } from '../../../data/board/board.ts'
import { fetchTransitionsByNode } from '../../../data/exchange/index.ts'
import { drawProject, readPageFont } from './drawing-of.ts'
import { fitPictureScale } from './picture-scale.ts'
import { toInterchangeProject, getExportTitle } from './project-file.ts'

export type FileExportState =
  | { readonly kind: 'asking' }
  | { readonly kind: 'working' }
  /** For so long that it has to show. */
  | { readonly kind: 'late' }
  | { readonly kind: 'failed'; readonly text: string }

/** Makes a file and hands it to the browser. */
export function useFileExport(board: Board) {
  const [state, setState] = useState<FileExportState>({ kind: 'asking' })
  const stopping = useRef<AbortController | null>(null)
  useEffect(() => () => stopping.current?.abort(), [])
  const start = async (format: FormatId, topIds: readonly NodeId[]): Promise<boolean> => {
    const controller = new AbortController()
    stopping.current = controller
    setState({ kind: 'working' })
    const timer = window.setTimeout(() => setState({ kind: 'late' }), exchangeLimits.progressAfterMs)
    const made = await makeExportFile(board, format, topIds, controller.signal)
    window.clearTimeout(timer)
    if (controller.signal.aborted) return false
    setState(made.ok ? { kind: 'asking' } : { kind: 'failed', text: made.text })
    if (made.ok) downloadBlob(made.blob, toFileName(getExportTitle(board, topIds), findFormat(format).extension))
    return made.ok
  }
  return { state, start, stop: () => stopping.current?.abort() }
}

const isDrawnFormat = (format: FormatId): format is DrawnFormat => format === 'svg' || format === 'png' || format === 'pdf'

const noHistoryText =
  'The server could not be asked when statuses changed, and without that something would be lost. Check the connection and try again, or choose another format.'

async function makeExportFile(
  board: Board,
  format: FormatId,
  topIds: readonly NodeId[],
  signal: AbortSignal,
): Promise<WriteFileResult> {
  if (isDrawnFormat(format)) {
    const drawing = drawProject(board, topIds)
    return runInWorker({ kind: 'draw', format, drawing, scale: fitPictureScale(drawing), fontFamily: readPageFont() }, signal)
  }
  const transitions = format === 'espalier' ? await fetchTransitionsByNode(board.projectId) : new Map<never, never>()
  if (transitions === null) return { ok: false, text: noHistoryText }
  return runInWorker({ kind: 'write', format, project: toInterchangeProject(board, topIds, transitions) }, signal)
}
