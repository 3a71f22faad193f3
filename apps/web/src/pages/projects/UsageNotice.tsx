import { type ReactNode, useEffect, useState } from 'react'
import { type AccountNotices, fetchAccountNotices, type LimitUsage } from '../../api/account/account-requests.ts'
import { usageTexts } from '../../texts/usage.ts'
import { linkTo, withElements } from '../../texts/with-elements.tsx'
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

const dateFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' })

/** Shows how much of a limit is used before it is reached, and when the account will be deleted. */
export function UsageNotice(): ReactNode {
  const [{ usage, deletionDueAt }, setNotices] = useState<AccountNotices>({ usage: [], deletionDueAt: null })
  useEffect(() => {
    let isShown = true
    void fetchAccountNotices().then((found) => isShown && setNotices(found))
    return () => {
      isShown = false
    }
  }, [])
  const near = usage.filter(({ used, limit }) => used >= limit * noticeThreshold)
  return (
    <>
      {deletionDueAt !== null && (
        <p className={styles.usage}>
          {withElements(usageTexts.deletion(dateFormat.format(deletionDueAt)), { link: linkTo('/user') })}
        </p>
      )}
      {near.length > 0 && (
        <ul className={styles.usage} aria-label={usageTexts.heading}>
          {near.map((one) => (
            <li key={one.kind}>{describeUsage(one)}</li>
          ))}
        </ul>
      )}
    </>
  )
}
