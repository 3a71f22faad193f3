import type { Api } from '@espalier/contract'
import { fetchImportProgress } from '../../data/tracker/index.ts'
import { toast } from '../../ui/toasts/toast.ts'

const formatCount = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

/** What an import did. Nodes that lost their issue are told about: nobody would look for them. */
function describeImport({ created, changed, gone }: Api.ImportProgress): string {
  const news = [
    ...(created > 0 ? [`${formatCount(created, 'issue', 'issues')} imported`] : []),
    ...(changed > 0 ? [`${formatCount(changed, 'node', 'nodes')} brought up to date`] : []),
  ]
  const first = news.length === 0 ? 'Everything is up to date.' : `${news.join(', ')}.`
  if (gone === 0) return first
  const left = formatCount(gone, 'node stays that is', 'nodes stay that are')
  return `${first} ${left} no longer below the epic: delete what you do not need.`
}

export async function toastImportResult(epicKey: string): Promise<void> {
  const progress = await fetchImportProgress(epicKey)
  if (progress !== null && !progress.isRunning) toast.success(describeImport(progress))
}
