import { useEffect, useRef, useState } from 'react'
import { type CreatedWebhook, deleteWebhook, fetchWebhooks, testWebhook, type Webhook } from '../../api/webhooks.ts'
import { NewSecret } from '../../shared/NewSecret.tsx'
import { toastApiFailure } from '../../shared/toast-api-failure.ts'
import { useConfirmation } from '../../shared/use-confirmation.tsx'
import { webhookTexts as texts } from '../../texts/webhooks.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Skeleton } from '../../ui/Page.tsx'
import { toast } from '../../ui/Toasts.tsx'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { NewWebhookForm } from './NewWebhookForm.tsx'
import { WebhookRow } from './WebhookRow.tsx'
import styles from './Webhooks.module.css'

/** The webhooks of the project; undefined until they are known, null if they could not be loaded. */
type Webhooks = readonly Webhook[] | null | undefined

async function readWebhooks(projectId: string): Promise<Webhooks> {
  const answer = await fetchWebhooks(projectId)
  return answer.ok ? answer.value : null
}

/** Lets people who can edit a project send its events to other programs. */
export function WebhooksDialog({ workspace }: { readonly workspace: ProjectWorkspace }) {
  const { projectId } = workspace.client
  const [webhooks, setWebhooks] = useState<Webhooks>()
  const [isAdding, setAdding] = useState(false)
  const [created, setCreated] = useState<CreatedWebhook | null>(null)
  const { ask, dialog } = useConfirmation()
  const addButton = useRef<HTMLButtonElement>(null)
  const close = () => workspace.dialog.set(null)
  const load = async () => setWebhooks(await readWebhooks(projectId))
  useEffect(() => {
    let isOpen = true
    void readWebhooks(projectId).then((found) => {
      if (isOpen) setWebhooks(found)
    })
    return () => {
      isOpen = false
    }
  }, [projectId])
  const add = (made: CreatedWebhook) => {
    setCreated(made)
    setAdding(false)
    setWebhooks((before) => [...(before ?? []), made.webhook])
  }
  const test = async (id: string) => {
    const answer = await testWebhook(id)
    if (!answer.ok) toastApiFailure(answer)
    else if (answer.value) toast.success(texts.testAccepted)
    else toast.error(texts.testRefused)
    await load()
  }
  const remove = async (id: string) => {
    if (!(await ask(texts.confirmRemove))) return
    const answer = await deleteWebhook(id)
    if (!answer.ok) return toastApiFailure(answer)
    setWebhooks((before) => before?.filter((webhook) => webhook.id !== id))
    setCreated((before) => (before?.webhook.id === id ? null : before))
    toast.success(texts.removed)
    // The focused button is gone together with its row.
    addButton.current?.focus()
  }
  return (
    <Dialog title={texts.title} onClose={close}>
      <div className={styles.panel}>
        <p className={styles.soft}>{texts.lead}</p>
        {webhooks === undefined && <Skeleton width="60%" />}
        {webhooks === null && (
          <div className={styles.row}>
            <span>{texts.notLoaded}</span>
            <Button size="small" onClick={() => void load()}>
              {texts.tryAgain}
            </Button>
          </div>
        )}
        {webhooks?.length === 0 && !isAdding && <p>{texts.none}</p>}
        {webhooks != null && webhooks.length > 0 && (
          <ul aria-label={texts.list} className={styles.list}>
            {webhooks.map((webhook) => (
              <WebhookRow key={webhook.id} webhook={webhook} onTest={test} onRemove={remove} />
            ))}
          </ul>
        )}
        {created !== null && (
          <NewSecret label={texts.secret} secret={created.secret} texts={texts} onDone={() => setCreated(null)} />
        )}
        {isAdding && <NewWebhookForm projectId={projectId} onCreated={add} onCancel={() => setAdding(false)} />}
      </div>
      {!isAdding && (
        <div className={styles.end}>
          <Button ref={addButton} onClick={() => setAdding(true)}>
            {texts.add}
          </Button>
          <Button variant="primary" onClick={close}>
            {texts.close}
          </Button>
        </div>
      )}
      {dialog}
    </Dialog>
  )
}
