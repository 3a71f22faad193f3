import { limits } from '@espalier/domain'
import { faultOf } from '@espalier/interchange'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type Imported, type ImportPlace, sendImport } from '../../data/exchange/index.ts'
import { inWorker } from './in-worker.ts'
import type { ReadFile, ReadOutcome } from './jobs.ts'

export type ImportState =
  | { readonly kind: 'reading' }
  /** Read, and waiting for the person to agree. */
  | { readonly kind: 'asking'; readonly file: ReadFile }
  | { readonly kind: 'sending'; readonly share: number }
  | { readonly kind: 'refused'; readonly text: string }

interface ImportParts {
  readonly file: File
  /** Null: it becomes a project of its own. */
  readonly place: ImportPlace | null
  readonly isAsked: boolean
  onImported(imported: Imported, file: ReadFile): void
}

/** A file from the person's hand to its nodes being there. */
export function useImport({ file, place, isAsked, onImported }: ImportParts) {
  const [state, setState] = useState<ImportState>({ kind: 'reading' })
  const stopping = useRef(new AbortController())
  const told = useRef(onImported)
  useEffect(() => {
    told.current = onImported
  }, [onImported])
  const send = useCallback(
    async (read: ReadFile) => {
      const { signal } = stopping.current
      setState({ kind: 'sending', share: 0 })
      const onProgress = (share: number) => setState({ kind: 'sending', share })
      const answer = await sendImport(read, place, { signal, onProgress })
      if (signal.aborted) return
      if (answer.ok) told.current(answer.value, read)
      else setState({ kind: 'refused', text: answer.text })
    },
    [place],
  )
  useEffect(() => {
    const controller = new AbortController()
    stopping.current = controller
    void readChosen(file, controller.signal).then((read) => {
      if (controller.signal.aborted) return
      if (!read.ok) setState({ kind: 'refused', text: read.text })
      else if (isAsked) setState({ kind: 'asking', file: read.file })
      else void send(read.file)
    })
    return () => controller.abort()
  }, [file, isAsked, send])
  return { state, send, stop: () => stopping.current.abort() }
}

const unreadable = 'The file could not be read. It may have been moved or changed: choose it again.'

/** Asked for its size first: a file of many gigabytes must not be read to be refused. */
async function readChosen(file: File, signal: AbortSignal): Promise<ReadOutcome> {
  if (file.size > limits.files.bytes) return { ok: false, text: faultOf('too-large').text }
  try {
    return await inWorker({ kind: 'read', name: file.name, bytes: await file.arrayBuffer() }, signal)
  } catch {
    return { ok: false, text: unreadable }
  }
}
