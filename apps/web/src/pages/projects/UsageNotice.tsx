import { useEffect, useState } from 'react'
import { fetchLimitUsage, type LimitUsage } from '../../api/account/account-requests.ts'
import { usageTexts } from '../../texts/usage.ts'
import styles from './ProjectsPage.module.css'

/** The notice appears from this share of a limit on. */
const noticeThreshold = 0.8
const megabyte = 1_000_000

const formatCount = (value: number): string => Math.floor(value).toLocaleString('en-US')
const formatMegabytes = (bytes: number): string => formatCount(bytes / megabyte)

function describeUsage({ kind, used, limit, projectTitle }: LimitUsage): string {
  switch (kind) {
    case 'projects':
      return usageTexts.projects(formatCount(used), formatCount(limit))
    case 'account_bytes':
      return usageTexts.accountMegabytes(formatMegabytes(used), formatMegabytes(limit))
    case 'project_nodes':
      return usageTexts.projectNodes(projectTitle ?? '', formatCount(used), formatCount(limit))
    case 'project_bytes':
      return usageTexts.projectMegabytes(projectTitle ?? '', formatMegabytes(used), formatMegabytes(limit))
  }
}

/** Shows how much of a limit is used before it is reached. */
export function UsageNotice() {
  const [usage, setUsage] = useState<readonly LimitUsage[]>([])
  useEffect(() => {
    let isShown = true
    void fetchLimitUsage().then((found) => isShown && setUsage(found))
    return () => {
      isShown = false
    }
  }, [])
  const near = usage.filter(({ used, limit }) => used >= limit * noticeThreshold)
  if (near.length === 0) return null
  return (
    <ul className={styles.usage} aria-label={usageTexts.heading}>
      {near.map((one) => (
        <li key={one.kind}>{describeUsage(one)}</li>
      ))}
    </ul>
  )
}
