import type { Api } from '@espalier/schema'
import { useEffect, useState } from 'react'
import { fetchImportProgress } from '../../api/jira.ts'
import { importProjectTexts } from '../../texts/import-project.ts'
import { toast } from '../../ui/Toasts.tsx'
import styles from './ImportProgressBar.module.css'

/** Describes the result of an import, including nodes that lost their issue, because nobody would look for them. */
function describeImport({ created, changed, gone }: Api.ImportProgress): string {
  const sentence = describeChanges(created, changed)
  return gone === 0 ? sentence : `${sentence} ${importProjectTexts.result.gone(gone)}`
}

function describeChanges(created: number, changed: number): string {
  const texts = importProjectTexts.result
  if (created > 0) return changed > 0 ? texts.createdAndChanged(created, changed) : texts.created(created)
  return changed > 0 ? texts.changed(changed) : texts.unchanged
}

export async function toastImportResult(epicKey: string): Promise<void> {
  const progress = await fetchImportProgress(epicKey)
  if (progress !== null && !progress.isRunning) toast.success(describeImport(progress))
}

const pollIntervalMs = 1_000

/** Shows the progress of an import. */
export function ImportProgressBar({ epicKey }: { readonly epicKey: string }) {
  const progress = useImportProgress(epicKey)
  const done = progress?.done ?? 0
  const total = progress?.total ?? null
  return (
    <div className={styles.bar}>
      <progress
        className={styles.track}
        aria-label={importProjectTexts.import}
        max={total ?? undefined}
        value={total === null ? undefined : Math.min(done, total)}
      />
      <output>{formatProgress(done, total)}</output>
    </div>
  )
}

function formatProgress(done: number, total: number | null): string {
  const texts = importProjectTexts.progress
  if (done === 0) return texts.started
  return total === null ? texts.soFar(done) : texts.ofTotal(Math.min(done, total), total)
}

function useImportProgress(epicKey: string): Api.ImportProgress | null {
  const [progress, setProgress] = useState<Api.ImportProgress | null>(null)
  useEffect(() => {
    const watch = { isOn: true, timer: 0 }
    const poll = async () => {
      const found = await fetchImportProgress(epicKey)
      if (!watch.isOn) return
      // A finished import of the same epic says nothing about this one.
      if (found?.isRunning === true) setProgress(found)
      watch.timer = window.setTimeout(() => void poll(), pollIntervalMs)
    }
    watch.timer = window.setTimeout(() => void poll(), pollIntervalMs / 2)
    return () => {
      watch.isOn = false
      window.clearTimeout(watch.timer)
    }
  }, [epicKey])
  return progress
}
