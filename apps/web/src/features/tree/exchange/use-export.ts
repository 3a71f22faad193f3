import { exchangeLimits, type NodeId } from '@espalier/domain'
import { type FormatId, formatOf } from '@espalier/interchange'
import { useEffect, useRef, useState } from 'react'
import { download } from '../../../actions/exchange/download.ts'
import { fileNameOf } from '../../../actions/exchange/file-names.ts'
import { inWorker } from '../../../actions/exchange/in-worker.ts'
import type { DrawnFormat, MadeOutcome } from '../../../actions/exchange/jobs.ts'
import type { Board } from '../../../data/board/board.ts'
import { fetchTransitions } from '../../../data/exchange/index.ts'
import { drawingOf, pageFont } from './drawing-of.ts'
import { pictureScale } from './picture-scale.ts'
import { projectFile, titleOf } from './project-file.ts'

export type ExportState =
  | { readonly kind: 'asking' }
  | { readonly kind: 'working' }
  /** For so long that it has to show. */
  | { readonly kind: 'late' }
  | { readonly kind: 'failed'; readonly text: string }

/** Makes a file and hands it to the browser. */
export function useExport(board: Board) {
  const [state, setState] = useState<ExportState>({ kind: 'asking' })
  const stopping = useRef<AbortController | null>(null)
  useEffect(() => () => stopping.current?.abort(), [])
  const start = async (format: FormatId, topIds: readonly NodeId[]): Promise<boolean> => {
    const controller = new AbortController()
    stopping.current = controller
    setState({ kind: 'working' })
    const timer = window.setTimeout(() => setState({ kind: 'late' }), exchangeLimits.progressAfterMs)
    const made = await make(board, format, topIds, controller.signal)
    window.clearTimeout(timer)
    if (controller.signal.aborted) return false
    setState(made.ok ? { kind: 'asking' } : { kind: 'failed', text: made.text })
    if (made.ok) download(made.blob, fileNameOf(titleOf(board, topIds), formatOf(format).extension))
    return made.ok
  }
  return { state, start, stop: () => stopping.current?.abort() }
}

const isDrawn = (format: FormatId): format is DrawnFormat => format === 'svg' || format === 'png' || format === 'pdf'

const noHistory =
  'The server could not be asked when statuses changed, and without that something would be lost. Check the connection and try again, or choose another format.'

async function make(
  board: Board,
  format: FormatId,
  topIds: readonly NodeId[],
  signal: AbortSignal,
): Promise<MadeOutcome> {
  if (isDrawn(format)) {
    const drawing = drawingOf(board, topIds)
    return inWorker({ kind: 'draw', format, drawing, scale: pictureScale(drawing), fontFamily: pageFont() }, signal)
  }
  const transitions = format === 'espalier' ? await fetchTransitions(board.projectId) : new Map<never, never>()
  if (transitions === null) return { ok: false, text: noHistory }
  return inWorker({ kind: 'write', format, project: projectFile(board, topIds, transitions) }, signal)
}
