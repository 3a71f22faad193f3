import { useEffect, useId, useState } from 'react'
import { describeIdentityFailure } from '../../api/identity/error-texts.ts'
import { endSessions, fetchSessions, type OwnSession } from '../../api/identity/sessions.ts'
import { identityBase } from '../../api/session/page-config.ts'
import { sessionTexts as texts } from '../../texts/two-step.ts'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Page.tsx'
import { toast } from '../../ui/Toasts.tsx'
import { describeDevice } from '../../shared/describe-device.ts'
import styles from './UserSettings.module.css'

/** Undefined until they are known, null if they could not be loaded. */
type Sessions = readonly OwnSession[] | null | undefined

async function readSessions(): Promise<Sessions> {
  const answer = await fetchSessions(await identityBase())
  return answer.kind === 'sessions' ? answer.sessions : null
}

/** The section of the user settings that shows where the person is logged in, and ends it. */
export function SessionsSection() {
  const heading = useId()
  const [sessions, setSessions] = useState<Sessions>()
  const [busy, setBusy] = useState<string | null>(null)
  useEffect(() => {
    let isOpen = true
    void readSessions().then((found) => {
      if (isOpen) setSessions(found)
    })
    return () => {
      isOpen = false
    }
  }, [])
  const end = async (id: string | undefined, done: string) => {
    setBusy(id ?? 'others')
    const failure = await endSessions(await identityBase(), id)
    setBusy(null)
    if (failure !== null) return toast.error(describeIdentityFailure(failure))
    setSessions((before) => before?.filter((one) => one.isCurrent || (id !== undefined && one.id !== id)))
    toast.success(done)
  }
  return (
    <section aria-labelledby={heading} className={styles.section}>
      <h2 id={heading}>{texts.heading}</h2>
      <p>{texts.lead}</p>
      {sessions === undefined && <Skeleton width="60%" />}
      {sessions === null && (
        <div className={styles.row}>
          <span>{texts.notLoaded}</span>
          <Button size="small" onClick={() => void readSessions().then(setSessions)}>
            {texts.tryAgain}
          </Button>
        </div>
      )}
      {sessions != null && (
        <ul aria-label={texts.list} className={styles.accounts}>
          {sessions.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              isBusy={busy === session.id}
              onEnd={() => void end(session.id, texts.loggedOut)}
            />
          ))}
        </ul>
      )}
      {sessions?.length === 1 && <p>{texts.noOthers}</p>}
      <div className={styles.buttons}>
        <Button isBusy={busy === 'others'} onClick={() => void end(undefined, texts.loggedOutOthers)}>
          {texts.logOutOthers}
        </Button>
      </div>
    </section>
  )
}

const timeFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

function nameDevice(userAgent: string): string {
  const { browser, system } = describeDevice(userAgent)
  if (browser !== null && system !== null) return texts.device(browser, system)
  return browser ?? system ?? texts.unknownDevice
}

interface SessionRowProps {
  readonly session: OwnSession
  readonly isBusy: boolean
  onEnd(): void
}

function SessionRow({ session, isBusy, onEnd }: SessionRowProps) {
  const { userAgent, authenticatedAt, address, isCurrent } = session
  const device = nameDevice(userAgent)
  const time = Number.isNaN(authenticatedAt) ? '' : timeFormat.format(authenticatedAt)
  return (
    <li className={styles.row}>
      <div className={styles.token}>
        <strong>{device}</strong>
        <span className={styles.tokenFacts}>
          {isCurrent && <span>{texts.current}</span>}
          <span>{texts.since(time)}</span>
          <span translate="no">{address}</span>
        </span>
      </div>
      {!isCurrent && (
        <Button size="small" isBusy={isBusy} aria-label={texts.logOutNamed(device, time)} onClick={onEnd}>
          {texts.logOut}
        </Button>
      )}
    </li>
  )
}
