import { trackerTexts } from '@espalier/domain'
import { copyText } from '../../platform/clipboard.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import styles from './Account.module.css'

/** Where Jira is to post what happens there. */
export function WebhookUrl({ url }: { readonly url: string }) {
  const copy = async () => {
    if (await copyText(url)) toast.success(trackerTexts.copied)
    else toast.error('Your browser does not let us copy. Select the address and copy it yourself.')
  }
  return (
    <section className={styles.webhook} aria-labelledby="webhook-url">
      <h3 id="webhook-url">Webhook URL</h3>
      <p className={styles.note}>
        Changes made in Jira show here at once when it posts them to this address. Creating the webhook needs
        administrator rights in Jira (System, WebHooks).
      </p>
      <div className={styles.row}>
        <code className={styles.url}>{url}</code>
        <Button size="small" onClick={() => void copy()}>
          Copy webhook URL
        </Button>
      </div>
    </section>
  )
}
