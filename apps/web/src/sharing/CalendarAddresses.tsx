import CopyIcon from 'lucide-react/icons/copy'
import { type ReactNode, useId, useRef, useState } from 'react'
import type { CalendarFeed } from '../api/calendar-feeds.ts'
import { copyText } from '../platform/clipboard.ts'
import { useConfirmation } from '../shared/use-confirmation.tsx'
import { calendarAddressTexts as texts } from '../texts/calendar-addresses.ts'
import { Button } from '../ui/Button.tsx'
import { Disclosure } from '../ui/Disclosure.tsx'
import { Skeleton } from '../ui/Page.tsx'
import { toast } from '../ui/Toasts.tsx'
import { SelectField } from '../ui/form/fields.tsx'
import { useCalendarFeeds, useCalendarProjects, useFeedName } from './use-calendar-feeds.ts'
import fieldStyles from '../ui/form/field.module.css'
import styles from './sharing.module.css'

/** The section of the user settings: all addresses of the person, and a new one for their own work. */
export function CalendarSection({ className }: { readonly className?: string | undefined }) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className={className}>
      <h2 id={heading}>{texts.heading}</h2>
      <p>{texts.lead}</p>
      <AllAddresses />
    </section>
  )
}

/** The choice of an address for the person's own work. No project has this id. */
const ownWork = ''

function AllAddresses() {
  const projects = useCalendarProjects()
  const [chosen, setChosen] = useState(ownWork)
  const choices = [
    { value: ownWork, label: texts.myWork },
    ...projects.map(({ id, title }) => ({ value: id, label: title, isUserData: true })),
  ]
  return (
    <CalendarAddresses projectId={chosen === ownWork ? null : chosen} isFiltered={false}>
      <SelectField label={texts.subject} name="subject" choices={choices} value={chosen} onChange={setChosen} />
    </CalendarAddresses>
  )
}

/** The part of the share dialog, for everybody who can see the project. Nothing is loaded until it is opened. */
export const ProjectCalendar = ({ projectId }: { readonly projectId: string }) => (
  <div>
    <Disclosure label={texts.projectHeading}>
      <div className={styles.part}>
        <p className={fieldStyles.hint}>{texts.projectLead}</p>
        <CalendarAddresses projectId={projectId} isFiltered />
      </div>
    </Disclosure>
  </div>
)

interface CalendarAddressesProps {
  /** The project that a new address shows. Null: the person's own work. */
  readonly projectId: string | null
  /** Only the addresses of this project are listed. */
  readonly isFiltered: boolean
  /** Shown before the button that creates one. */
  readonly children?: ReactNode
}

function CalendarAddresses({ projectId, isFiltered, children }: CalendarAddressesProps) {
  const { state, load, create, revoke } = useCalendarFeeds()
  const [isBusy, setBusy] = useState(false)
  const { ask, dialog } = useConfirmation()
  const button = useRef<HTMLButtonElement>(null)
  const add = async () => {
    setBusy(true)
    await create(projectId)
    setBusy(false)
  }
  const remove = async (id: string) => {
    // The focused button is gone together with its row.
    if ((await ask(texts.confirmRevoke)) && (await revoke(id))) button.current?.focus()
  }
  const feeds = state.kind === 'loaded' ? state.feeds : []
  const shown = isFiltered ? feeds.filter((feed) => feed.projectId === projectId) : feeds
  return (
    <>
      <p className={styles.warning}>{texts.warning}</p>
      {state.kind === 'loading' && <Skeleton width="60%" />}
      {state.kind === 'failed' && (
        <div className={styles.actions}>
          <span>{texts.notLoaded}</span>
          <Button size="small" onClick={() => void load()}>
            {texts.tryAgain}
          </Button>
        </div>
      )}
      {shown.length > 0 && (
        <ul aria-label={texts.list} className={styles.addresses}>
          {shown.map((feed) => (
            <AddressRow key={feed.id} feed={feed} onRevoke={remove} />
          ))}
        </ul>
      )}
      {state.kind === 'loaded' && (
        <div className={styles.newAddress}>
          {children}
          <Button ref={button} isBusy={isBusy} onClick={() => void add()}>
            {texts.newAddress}
          </Button>
        </div>
      )}
      {dialog}
    </>
  )
}

const dateFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

interface AddressRowProps {
  readonly feed: CalendarFeed
  onRevoke(id: string): Promise<void>
}

function AddressRow({ feed: { id, projectId, url, createdAt }, onRevoke }: AddressRowProps) {
  const name = useFeedName(projectId)
  return (
    <li className={styles.invited}>
      <div className={styles.addressHead}>
        <span translate={projectId === null ? undefined : 'no'} className={styles.addressName}>
          {name}
        </span>
        <span className={styles.soft}>{texts.created(dateFormat.format(createdAt))}</span>
      </div>
      {url === '' ? <p className={fieldStyles.hint}>{texts.unreadable}</p> : <AddressText url={url} name={name} />}
      <div className={styles.actions}>
        {url !== '' && (
          <Button size="small" aria-label={texts.copyFor(name)} onClick={() => void copyAddress(url)}>
            <CopyIcon size={16} aria-hidden="true" />
            {texts.copy}
          </Button>
        )}
        <Button size="small" aria-label={texts.revokeFor(name)} onClick={() => void onRevoke(id)}>
          {texts.revoke}
        </Button>
      </div>
    </li>
  )
}

/** The whole address is selected on focus, so that it can also be copied by hand. */
const AddressText = ({ url, name }: { readonly url: string; readonly name: string }) => (
  <input
    type="text"
    readOnly
    aria-label={texts.address(name)}
    value={url}
    className={fieldStyles.input}
    onFocus={(event) => event.target.select()}
  />
)

async function copyAddress(url: string): Promise<void> {
  if (await copyText(url)) toast.success(texts.copied)
  // The person can copy the shown address by hand.
  else toast.warning(url, { isPersistent: true })
}
