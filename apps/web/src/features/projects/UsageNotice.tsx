import { useEffect, useState } from 'react'
import { fetchUsage, type Usage } from '../../data/usage/index.ts'
import styles from './ProjectsPage.module.css'

/** From this part of a limit on, the person is told. */
const toldFrom = 0.8
const megabyte = 1_000_000

const count = (value: number): string => Math.floor(value).toLocaleString('en-US')
const sizeIn = (bytes: number): string => count(bytes / megabyte)

function usageText({ kind, used, limit, projectTitle }: Usage): string {
  switch (kind) {
    case 'projects':
      return `You have ${count(used)} of at most ${count(limit)} projects, including the trash.`
    case 'account_bytes':
      return `Your projects and their history take ${sizeIn(used)} of at most ${sizeIn(limit)} MB.`
    case 'project_nodes':
      return `“${projectTitle ?? ''}” has ${count(used)} of at most ${count(limit)} nodes.`
    case 'project_bytes':
      return `“${projectTitle ?? ''}” takes ${sizeIn(used)} of at most ${sizeIn(limit)} MB.`
  }
}

/** Says how much of a limit is used before it is reached. Usually there is nothing to say. */
export function UsageNotice() {
  const [usage, setUsage] = useState<readonly Usage[]>([])
  useEffect(() => {
    let isShown = true
    void fetchUsage().then((found) => isShown && setUsage(found))
    return () => {
      isShown = false
    }
  }, [])
  const near = usage.filter(({ used, limit }) => used >= limit * toldFrom)
  if (near.length === 0) return null
  return (
    <ul className={styles.usage} aria-label="Limits of your account">
      {near.map((one) => (
        <li key={one.kind}>{usageText(one)}</li>
      ))}
    </ul>
  )
}
