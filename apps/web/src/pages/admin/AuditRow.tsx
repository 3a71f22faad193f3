import type { AuditEntry } from '../../api/admin.ts'
import { adminAuditTexts as texts } from '../../texts/admin.ts'
import styles from './Admin.module.css'

const timeFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })

/** An action that a newer server knows is shown by its own name. */
export const nameAction = (action: string): string => (isKnownAction(action) ? texts.actions[action] : action)

export const isKnownAction = (action: string): action is keyof typeof texts.actions =>
  Object.hasOwn(texts.actions, action)

/** Facts such as the role or the method. They are data of the log, not texts of the page. */
function listDetails(details: unknown): readonly (readonly [string, string])[] {
  if (typeof details !== 'object' || details === null) return []
  return Object.entries(details).map(([name, value]) => [name, String(value)])
}

interface AuditRowProps {
  readonly entry: AuditEntry
  onProject(id: string): void
}

export function AuditRow({ entry, onProject }: AuditRowProps) {
  const { at, action, personId, email, address, tokenName, projectId, subjectId, subjectEmail, details } = entry
  const isKnown = isKnownAction(action)
  return (
    <li className={styles.entry}>
      <time dateTime={new Date(at).toISOString()}>{timeFormat.format(at)}</time>
      <div className={styles.main}>
        <strong translate={isKnown ? undefined : 'no'}>{nameAction(action)}</strong>
        <span className={styles.facts}>
          <Actor email={email} personId={personId} address={address} />
          {tokenName !== null && <span>{texts.token(tokenName)}</span>}
          {subjectId !== null && <span>{texts.onPerson(subjectEmail ?? subjectId)}</span>}
          {address !== null && <span>{texts.from(address)}</span>}
          {projectId !== null && (
            <button type="button" className={styles.link} onClick={() => onProject(projectId)}>
              {texts.inProject(projectId)}
            </button>
          )}
        </span>
        <Details pairs={listDetails(details)} />
      </div>
    </li>
  )
}

/** Somebody who could not log in has an address and no name; the server itself has neither. */
function Actor({ email, personId, address }: Pick<AuditEntry, 'email' | 'personId' | 'address'>) {
  if (email !== null || personId !== null) return <span translate="no">{email ?? personId}</span>
  return <span>{address === null ? texts.server : texts.unknown}</span>
}

const Details = ({ pairs }: { readonly pairs: readonly (readonly [string, string])[] }) =>
  pairs.length > 0 && (
    <dl translate="no" className={styles.details}>
      {pairs.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
