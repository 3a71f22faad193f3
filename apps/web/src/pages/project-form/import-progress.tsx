import { formatQuantity } from '@espalier/domain'
import type { Api } from '@espalier/schema'
import { useEffect, useState } from 'react'
import { fetchImportProgress } from '../../api/jira.ts'
import { toast } from '../../ui/Toasts.tsx'
import styles from './ImportProgressBar.module.css'

/** Describes the result of an import, including nodes that lost their issue, because nobody would look for them. */
function describeImport({ created, changed, gone }: Api.ImportProgress): string {
  const news = [
    ...(created > 0 ? [`${formatQuantity(created, 'issue', 'issues')} imported`] : []),
    ...(changed > 0 ? [`${formatQuantity(changed, 'node', 'nodes')} brought up to date`] : []),
  ]
  const first = news.length === 0 ? 'Everything is up to date.' : `${news.join(', ')}.`
  if (gone === 0) return first
  const left = formatQuantity(gone, 'node stays that is', 'nodes stay that are')
  return `${first} ${left} no longer below the epic: delete what you do not need.`
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
        aria-label="Import"
        max={total ?? undefined}
        value={total === null ? undefined : Math.min(done, total)}
      />
      <output>{formatProgress(done, total)}</output>
    </div>
  )
}

function formatProgress(done: number, total: number | null): string {
  if (done === 0) return 'Importing. A large epic takes a while.'
  if (total === null) return `Importing: ${formatQuantity(done, 'issue')} so far.`
  return `Importing: ${Math.min(done, total)} of ${total} issues.`
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
