import { useEffect, useId, useRef, useState } from 'react'
import {
  type AccessToken,
  type CreatedAccessToken,
  fetchAccessTokens,
  revokeAccessToken,
  type TokenUndo,
  undoTokenHour,
} from '../../api/access-tokens.ts'
import { clock } from '../../platform/timing.ts'
import { useFeedName } from '../../sharing/use-calendar-feeds.ts'
import { NewSecret } from '../../shared/NewSecret.tsx'
import { toastApiFailure } from '../../shared/toast-api-failure.ts'
import { useConfirmation } from '../../shared/use-confirmation.tsx'
import { accessTokenTexts as texts } from '../../texts/access-tokens.ts'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Page.tsx'
import { toast } from '../../ui/Toasts.tsx'
import { NewTokenForm } from './NewTokenForm.tsx'
import styles from './UserSettings.module.css'

/** The tokens of the person's programs; undefined until they are known, null if they could not be loaded. */
type Tokens = readonly AccessToken[] | null | undefined

async function readTokens(): Promise<Tokens> {
  const answer = await fetchAccessTokens()
  return answer.ok ? answer.value : null
}

/** The section of the user settings by which people let programs in and out. */
export function AccessTokens() {
  const heading = useId()
  const [tokens, setTokens] = useState<Tokens>()
  const [isAdding, setAdding] = useState(false)
  const [created, setCreated] = useState<CreatedAccessToken | null>(null)
  const [revokedIds, setRevokedIds] = useState<readonly string[]>([])
  const [skipped, setSkipped] = useState<TokenUndo['skipped']>([])
  const { ask, dialog } = useConfirmation()
  const button = useRef<HTMLButtonElement>(null)
  const load = async () => setTokens(await readTokens())
  useEffect(() => {
    let isOpen = true
    void readTokens().then((found) => {
      if (isOpen) setTokens(found)
    })
    return () => {
      isOpen = false
    }
  }, [])
  const add = (made: CreatedAccessToken) => {
    setCreated(made)
    setAdding(false)
    setTokens((before) => [...(before ?? []), made.token])
  }
  const revoke = async (id: string) => {
    if (!(await ask(texts.confirmRevoke))) return
    const answer = await revokeAccessToken(id)
    if (!answer.ok) return toastApiFailure(answer)
    // One that may have changed something stays until the page is left, so that this can be undone.
    setRevokedIds((before) => [...before, id])
    setTokens((before) => before?.filter((token) => token.id !== id || token.role !== 'reader'))
    setCreated((before) => (before?.token.id === id ? null : before))
    toast.success(texts.revoked)
    // The focused button is gone together with its row.
    button.current?.focus()
  }
  const undo = async (id: string) => {
    if (!(await ask(texts.confirmUndo))) return
    const answer = await undoTokenHour(id)
    if (!answer.ok) return toastApiFailure(answer)
    const { undoneCount } = answer.value
    setSkipped(answer.value.skipped)
    if (undoneCount > 0) toast.success(texts.undone(undoneCount))
    else toast.success(texts.nothingToUndo)
  }
  return (
    <section aria-labelledby={heading} className={styles.section}>
      <h2 id={heading}>{texts.heading}</h2>
      <p>{texts.lead}</p>
      {tokens === undefined && <Skeleton width="60%" />}
      {tokens === null && (
        <div className={styles.row}>
          <span>{texts.notLoaded}</span>
          <Button size="small" onClick={() => void load()}>
            {texts.tryAgain}
          </Button>
        </div>
      )}
      {tokens != null && tokens.length > 0 && (
        <ul aria-label={texts.list} className={styles.accounts}>
          {tokens.map((token) => (
            <TokenRow
              key={token.id}
              token={token}
              isRevoked={revokedIds.includes(token.id)}
              onRevoke={revoke}
              onUndo={undo}
            />
          ))}
        </ul>
      )}
      {skipped.length > 0 && <SkippedActs skipped={skipped} onDone={() => setSkipped([])} />}
      {created !== null && (
        <NewSecret
          label={texts.secret(created.token.name)}
          secret={created.secret}
          texts={texts}
          onDone={() => setCreated(null)}
        />
      )}
      {isAdding ? (
        <NewTokenForm onCreated={add} onCancel={() => setAdding(false)} />
      ) : (
        <div className={styles.buttons}>
          <Button ref={button} onClick={() => setAdding(true)}>
            {texts.newToken}
          </Button>
        </div>
      )}
      {dialog}
    </section>
  )
}

const dateFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

function describeExpiry(expiresAt: number | null): string {
  if (expiresAt === null) return texts.neverExpires
  const date = dateFormat.format(expiresAt)
  return expiresAt <= clock.now() ? texts.expired(date) : texts.expires(date)
}

interface TokenRowProps {
  readonly token: AccessToken
  readonly isRevoked: boolean
  onRevoke(id: string): Promise<void>
  onUndo(id: string): Promise<void>
}

function TokenRow({ token, isRevoked, onRevoke, onUndo }: TokenRowProps) {
  const { id, name, role, projectId, nodeId, prefix, expiresAt, lastUsedAt } = token
  const title = useFeedName(projectId)
  return (
    <li className={styles.row}>
      <div className={styles.token}>
        <strong translate="no">{name}</strong>
        <span className={styles.tokenFacts}>
          <span>{texts.roles[role]}</span>
          <span translate={projectId === null ? undefined : 'no'}>
            {projectId === null ? texts.allProjects : title}
          </span>
          {nodeId !== null && <span>{texts.oneBranch}</span>}
          <code translate="no">{prefix}…</code>
          <span>{isRevoked ? texts.isRevoked : describeExpiry(expiresAt)}</span>
          <span>{lastUsedAt === null ? texts.neverUsed : texts.used(dateFormat.format(lastUsedAt))}</span>
        </span>
      </div>
      <div className={styles.buttons}>
        {role !== 'reader' && (
          <Button size="small" aria-label={texts.undoFor(name)} onClick={() => void onUndo(id)}>
            {texts.undo}
          </Button>
        )}
        {!isRevoked && (
          <Button size="small" aria-label={texts.revokeFor(name)} onClick={() => void onRevoke(id)}>
            {texts.revoke}
          </Button>
        )}
      </div>
    </li>
  )
}

interface SkippedActsProps {
  readonly skipped: TokenUndo['skipped']
  onDone(): void
}

/** Changes that stayed, because others have changed the same since. */
function SkippedActs({ skipped, onDone }: SkippedActsProps) {
  return (
    <div className={styles.secret}>
      <p>{texts.skippedLead}</p>
      <ul className={styles.skipped}>
        {skipped.map(({ projectId, nodeId, title, reason }, at) => (
          <li key={`${projectId} ${nodeId ?? ''} ${at}`}>
            {!reason.includes(title) && <strong translate="no">{title}</strong>} {reason}
          </li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button onClick={onDone}>{texts.skippedDone}</Button>
      </div>
    </div>
  )
}
