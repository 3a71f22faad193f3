import { useState } from 'react'
import { type AdminFigures, sendTestMail } from '../../api/admin.ts'
import { toastApiFailure } from '../../shared/toast-api-failure.ts'
import { adminSystemTexts as texts, adminTexts } from '../../texts/admin.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/Toasts.tsx'
import styles from './Admin.module.css'

const numberFormat = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 })

type FigureName = keyof typeof texts.figures

const groups = [
  { heading: 'people', names: ['people', 'pending', 'deactivated', 'sockets'] },
  { heading: 'storage', names: ['projects', 'deletedProjects', 'nodes', 'databaseBytes'] },
  { heading: 'queue', names: ['jobsWaiting', 'oldestJobMs', 'jobsFailed'] },
  { heading: 'email', names: ['mailsWaiting', 'mailsFailed'] },
] as const satisfies readonly { readonly heading: keyof typeof texts.headings; readonly names: readonly FigureName[] }[]

function formatFigure(name: FigureName, value: number): string {
  if (name === 'databaseBytes') return texts.megabytes(numberFormat.format(value / 1_000_000))
  if (name === 'oldestJobMs') return texts.seconds(numberFormat.format(value / 1_000))
  return numberFormat.format(value)
}

/** Figures in which more than none asks for attention. */
const troubles: ReadonlySet<FigureName> = new Set(['jobsFailed', 'mailsFailed'])

interface SystemSectionProps {
  readonly figures: AdminFigures
  onRefresh(): Promise<void>
}

/** How much is stored, what waits, and whether emails work. */
export function SystemSection({ figures, onRefresh }: SystemSectionProps) {
  const [isBusy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    const answer = await sendTestMail()
    setBusy(false)
    if (!answer.ok) return toastApiFailure(answer)
    toast.success(figures.sendsMail ? texts.testMailSent : texts.testMailStored)
  }
  return (
    <section aria-label={adminTexts.sections.system} className={styles.section}>
      <div className={styles.groups}>
        {groups.map(({ heading, names }) => (
          <div key={heading} className={styles.group}>
            <h2>{texts.headings[heading]}</h2>
            <dl>
              {names.map((name) => (
                <Figure key={name} name={name} value={figures[name]} />
              ))}
            </dl>
          </div>
        ))}
      </div>
      {!figures.sendsMail && <p className={styles.note}>{texts.notSending}</p>}
      <div className={styles.actions}>
        <Button isBusy={isBusy} onClick={() => void send()}>
          {texts.testMail}
        </Button>
        <Button variant="quiet" onClick={() => void onRefresh()}>
          {texts.refresh}
        </Button>
      </div>
    </section>
  )
}

function Figure({ name, value }: { readonly name: FigureName; readonly value: number | null }) {
  // An external identity service does not say how many people it has.
  if (value === null) return null
  return (
    <div data-trouble={troubles.has(name) && value > 0 ? '' : undefined}>
      <dt>{texts.figures[name]}</dt>
      <dd>{formatFigure(name, value)}</dd>
    </div>
  )
}
