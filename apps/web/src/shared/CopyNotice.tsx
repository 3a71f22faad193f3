import { useEffect, useState } from 'react'
import { localCopyTexts } from '../texts/local-copy.ts'
import styles from './CopyNotice.module.css'

/** Usually the server answers before anybody could read this. */
const noticeDelayMs = 1_000

/** The shown list is the one stored on this device, and the server has not been heard for a second. */
export function CopyNotice() {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const timer = window.setTimeout(() => setShown(true), noticeDelayMs)
    return () => window.clearTimeout(timer)
  }, [])
  return isShown ? <output className={styles.notice}>{localCopyTexts.notice}</output> : null
}
