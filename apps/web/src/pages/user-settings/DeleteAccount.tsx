import { useEffect, useId, useRef, useState } from 'react'
import {
  type AccountDeletion,
  buildFreshLoginUrl,
  cancelAccountDeletion,
  fetchAccountDeletion,
} from '../../api/account/account-data.ts'
import { browser } from '../../platform/navigation.ts'
import { tabStorage } from '../../platform/storage.ts'
import { toastApiFailure } from '../../shared/toast-api-failure.ts'
import { accountDataTexts } from '../../texts/account-data.ts'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Page.tsx'
import { toast } from '../../ui/Toasts.tsx'
import { DeleteAccountForm } from './DeleteAccountForm.tsx'
import styles from './UserSettings.module.css'

const texts = accountDataTexts.deletion

/** Set while the person is away to log in again, so that the form opens on return. */
const intentStorageKey = 'delete-account'

/** Undefined until it is known, null if it could not be loaded. */
type Loaded = AccountDeletion | null | undefined

async function readDeletion(): Promise<Loaded> {
  const answer = await fetchAccountDeletion()
  return answer.ok ? answer.value : null
}

/** The section of the user settings by which people delete their accounts. */
export function DeleteAccount() {
  const heading = useId()
  const section = useRef<HTMLElement>(null)
  const [deletion, setDeletion] = useState<Loaded>()
  const [isDeciding, setDeciding] = useState(false)
  useEffect(() => {
    let isOpen = true
    void readDeletion().then((found) => {
      if (!isOpen) return
      setDeletion(found)
      if (tabStorage.read(intentStorageKey) === null) return
      tabStorage.remove(intentStorageKey)
      setDeciding(true)
      section.current?.scrollIntoView({ block: 'center' })
    })
    return () => {
      isOpen = false
    }
  }, [])
  // Others may have joined or left a project since the page was opened, and the login has become older.
  const begin = async () => {
    const found = await readDeletion()
    setDeletion(found)
    setDeciding(found !== null)
  }
  const cancel = async () => {
    const answer = await cancelAccountDeletion()
    if (!answer.ok) return toastApiFailure(answer)
    setDeletion(answer.value)
    toast.success(texts.canceled)
  }
  const showRequested = (requested: AccountDeletion) => {
    setDeletion(requested)
    setDeciding(false)
  }
  return (
    <section ref={section} aria-labelledby={heading} className={styles.section}>
      <h2 id={heading}>{texts.heading}</h2>
      {deletion === undefined && <Skeleton width="60%" />}
      {deletion === null && (
        <div className={styles.row}>
          <span>{texts.notLoaded}</span>
          <Button size="small" onClick={() => void readDeletion().then(setDeletion)}>
            {texts.tryAgain}
          </Button>
        </div>
      )}
      {deletion != null && deletion.dueAt !== null && <Requested dueAt={deletion.dueAt} onCancel={cancel} />}
      {deletion != null && deletion.dueAt === null && (
        <>
          <Effects />
          {!isDeciding && (
            <div className={styles.buttons}>
              <Button variant="danger" onClick={() => void begin()}>
                {texts.begin}
              </Button>
            </div>
          )}
          {isDeciding && deletion.needsLogin && <FreshLogin onBack={() => setDeciding(false)} />}
          {isDeciding && !deletion.needsLogin && (
            <DeleteAccountForm
              deletion={deletion}
              onRequested={showRequested}
              onLoginNeeded={() => setDeletion({ ...deletion, needsLogin: true })}
              onBack={() => setDeciding(false)}
            />
          )}
        </>
      )}
    </section>
  )
}

const dateFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'short' })

function Requested({ dueAt, onCancel }: { readonly dueAt: number; onCancel(): Promise<void> }) {
  return (
    <div className={styles.secret}>
      <output>{texts.requested(dateFormat.format(dueAt))}</output>
      <div className={styles.buttons}>
        <Button variant="primary" onClick={() => void onCancel()}>
          {texts.cancel}
        </Button>
      </div>
    </div>
  )
}

function Effects() {
  const { projects, words, rest } = texts.effects
  return (
    <>
      <p>{texts.lead}</p>
      <ul className={styles.effects}>
        <li>{projects}</li>
        <li>{words}</li>
        <li>{rest}</li>
      </ul>
    </>
  )
}

function leaveForLogin(): void {
  tabStorage.write(intentStorageKey, 'yes')
  browser.assign(buildFreshLoginUrl(new URL('/user', window.location.origin).href))
}

/** A session that somebody left open must not be enough to delete an account. */
function FreshLogin({ onBack }: { onBack(): void }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <div className={styles.secret}>
      <p>{texts.loginFirst}</p>
      <div className={styles.buttons}>
        <Button ref={button} variant="primary" onClick={leaveForLogin}>
          {texts.logIn}
        </Button>
        <Button onClick={onBack}>{texts.back}</Button>
      </div>
    </div>
  )
}
