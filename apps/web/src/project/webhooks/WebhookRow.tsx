import { useEffect, useState } from 'react'
import {
  fetchWebhookDeliveries,
  resendWebhookDelivery,
  type Webhook,
  type WebhookDelivery,
} from '../../api/webhooks.ts'
import { toastApiFailure } from '../../shared/toast-api-failure.ts'
import { webhookTexts as texts } from '../../texts/webhooks.ts'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Page.tsx'
import { toast } from '../../ui/Toasts.tsx'
import styles from './Webhooks.module.css'

const timeFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'short', timeStyle: 'short' })

interface WebhookRowProps {
  readonly webhook: Webhook
  onTest(id: string): Promise<void>
  onRemove(id: string): Promise<void>
}

export function WebhookRow({ webhook, onTest, onRemove }: WebhookRowProps) {
  const { id, url, events, isHealthy } = webhook
  const [isLogOpen, setLogOpen] = useState(false)
  const [isTesting, setTesting] = useState(false)
  /** Grows with each attempt that was asked for here, so that the log is read again. */
  const [tests, setTests] = useState(0)
  const { host } = new URL(url)
  const test = async () => {
    setTesting(true)
    await onTest(id)
    setTesting(false)
    setTests(tests + 1)
  }
  return (
    <li className={styles.webhook}>
      <div className={styles.facts}>
        <strong translate="no">{url}</strong>
        <span className={styles.soft}>
          {events.includes('*') ? texts.everything : texts.countEvents(events.length)}
        </span>
        <span className={isHealthy ? styles.soft : styles.problem}>{describeState(webhook)}</span>
      </div>
      <div className={styles.buttons}>
        <Button size="small" isBusy={isTesting} aria-label={texts.testFor(host)} onClick={() => void test()}>
          {texts.test}
        </Button>
        <Button
          size="small"
          aria-expanded={isLogOpen}
          aria-label={texts.logFor(host)}
          onClick={() => setLogOpen(!isLogOpen)}
        >
          {texts.log}
        </Button>
        <Button size="small" aria-label={texts.removeFor(host)} onClick={() => void onRemove(id)}>
          {texts.remove}
        </Button>
      </div>
      {isLogOpen && <DeliveryLog key={tests} webhookId={id} label={texts.logFor(host)} />}
    </li>
  )
}

function describeState({ isHealthy, lastStatus, lastAt, offReason }: Webhook): string {
  if (offReason != null) return findText(texts.off, offReason)
  if (lastAt == null) return texts.never
  const when = timeFormat.format(lastAt)
  if (isHealthy) return texts.accepted(when)
  return lastStatus == null ? texts.noAnswer(when) : texts.refused(lastStatus, when)
}

/** The deliveries; undefined until they are known, null if they could not be loaded. */
type Deliveries = readonly WebhookDelivery[] | null | undefined

async function readDeliveries(webhookId: string): Promise<Deliveries> {
  const answer = await fetchWebhookDeliveries(webhookId)
  return answer.ok ? answer.value : null
}

function DeliveryLog({ webhookId, label }: { readonly webhookId: string; readonly label: string }) {
  const [deliveries, setDeliveries] = useState<Deliveries>()
  const [busyId, setBusyId] = useState<string | null>(null)
  const load = async () => setDeliveries(await readDeliveries(webhookId))
  useEffect(() => {
    let isOpen = true
    void readDeliveries(webhookId).then((found) => {
      if (isOpen) setDeliveries(found)
    })
    return () => {
      isOpen = false
    }
  }, [webhookId])
  const resend = async (id: string) => {
    setBusyId(id)
    const answer = await resendWebhookDelivery(id)
    setBusyId(null)
    if (!answer.ok) toastApiFailure(answer)
    else if (answer.value) toast.success(texts.againAccepted)
    else toast.error(texts.againRefused)
    await load()
  }
  if (deliveries === undefined) return <Skeleton width="60%" />
  if (deliveries === null) {
    return (
      <div className={styles.row}>
        <span>{texts.logNotLoaded}</span>
        <Button size="small" onClick={() => void load()}>
          {texts.tryAgain}
        </Button>
      </div>
    )
  }
  if (deliveries.length === 0) return <p className={styles.soft}>{texts.noDeliveries}</p>
  return (
    <ol aria-label={label} className={styles.log}>
      {deliveries.map((delivery) => {
        const { id, type, at } = delivery
        const when = timeFormat.format(at)
        return (
          <li key={id} className={styles.delivery}>
            <span className={styles.facts}>
              <code translate="no">{type}</code>
              <span className={styles.results}>
                <time>{when}</time>
                {describeDelivery(delivery).map((fact) => (
                  <span key={fact}>{fact}</span>
                ))}
              </span>
            </span>
            <Button
              size="small"
              variant="quiet"
              isBusy={busyId === id}
              aria-label={texts.againFor(type, when)}
              onClick={() => void resend(id)}
            >
              {texts.again}
            </Button>
          </li>
        )
      })}
    </ol>
  )
}

const findText = (words: Readonly<Record<string, string>>, word: string): string => words[word] ?? word

/** Returns short facts, each of which is understood by itself. */
function describeDelivery({ state, status, problem, durationMs, attempts }: WebhookDelivery): readonly string[] {
  return [
    findText(texts.states, state),
    ...(problem == null ? [] : [findText(texts.problems, problem)]),
    ...(status == null ? [] : [texts.status(status)]),
    ...(durationMs == null ? [] : [texts.duration(durationMs)]),
    ...(attempts > 1 ? [texts.attempts(attempts)] : []),
  ]
}
