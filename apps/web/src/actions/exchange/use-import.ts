import { limits } from '@espalier/domain'
import { createImportFault } from '@espalier/interchange'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type ImportSummary, type ImportDestination, uploadImport } from '../../data/exchange/index.ts'
import { runInWorker } from './in-worker.ts'
import type { ParsedFile, ReadFileResult } from './jobs.ts'

export type FileImportState =
  | { readonly kind: 'reading' }
  /** Read, and waiting for the person to agree. */
  | { readonly kind: 'asking'; readonly file: ParsedFile }
  | { readonly kind: 'sending'; readonly share: number }
  | { readonly kind: 'refused'; readonly text: string }

interface FileImportOptions {
  readonly file: File
  /** Null: it becomes a project of its own. */
  readonly place: ImportDestination | null
  readonly isAsked: boolean
  onImported(imported: ImportSummary, file: ParsedFile): void
}

/** A file from the person's hand to its nodes being there. */
export function useFileImport({ file, place, isAsked, onImported }: FileImportOptions) {
  const [state, setState] = useState<FileImportState>({ kind: 'reading' })
  const stopping = useRef(new AbortController())
  const told = useRef(onImported)
  useEffect(() => {
    told.current = onImported
  }, [onImported])
  const send = useCallback(
    async (read: ParsedFile) => {
      const { signal } = stopping.current
      setState({ kind: 'sending', share: 0 })
      const onProgress = (share: number) => setState({ kind: 'sending', share })
      const answer = await uploadImport(read, place, { signal, onProgress })
      if (signal.aborted) return
      if (answer.ok) told.current(answer.value, read)
      else setState({ kind: 'refused', text: answer.text })
    },
    [place],
  )
  useEffect(() => {
    const controller = new AbortController()
    stopping.current = controller
    void readChosenFile(file, controller.signal).then((read) => {
      if (controller.signal.aborted) return
      if (!read.ok) setState({ kind: 'refused', text: read.text })
      else if (isAsked) setState({ kind: 'asking', file: read.file })
      else void send(read.file)
    })
    return () => controller.abort()
  }, [file, isAsked, send])
  return { state, send, stop: () => stopping.current.abort() }
}

const unreadableText = 'The file could not be read. It may have been moved or changed: choose it again.'

/** Asked for its size first: a file of many gigabytes must not be read to be refused. */
async function readChosenFile(file: File, signal: AbortSignal): Promise<ReadFileResult> {
  if (file.size > limits.files.bytes) return { ok: false, text: createImportFault('too-large').text }
  try {
    return await runInWorker({ kind: 'read', name: file.name, bytes: await file.arrayBuffer() }, signal)
  } catch {
    return { ok: false, text: unreadableText }
  }
}
