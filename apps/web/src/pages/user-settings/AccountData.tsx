import { useId, useState } from 'react'
import { downloadAccountData } from '../../api/account/account-data.ts'
import { downloadBlob } from '../../platform/download.ts'
import { clock } from '../../platform/timing.ts'
import { toastApiFailure } from '../../shared/toast-api-failure.ts'
import { accountDataTexts } from '../../texts/account-data.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { DeleteAccount } from './DeleteAccount.tsx'
import styles from './UserSettings.module.css'

/** Both in one part: people look into their data before they delete it. */
export function AccountData() {
  return (
    <>
      <Card>
        <DownloadData />
      </Card>
      <Card>
        <DeleteAccount />
      </Card>
    </>
  )
}

/** The section of the user settings by which people take their data with them. */
function DownloadData() {
  const heading = useId()
  const [isBusy, setBusy] = useState(false)
  const texts = accountDataTexts.download
  const download = async () => {
    setBusy(true)
    const answer = await downloadAccountData()
    setBusy(false)
    if (!answer.ok) return toastApiFailure(answer)
    downloadBlob(answer.value, `espalier-${new Date(clock.now()).toISOString().slice(0, 10)}.json`)
  }
  return (
    <section aria-labelledby={heading} className={styles.section}>
      <h2 id={heading}>{texts.heading}</h2>
      <p>{texts.lead}</p>
      <div className={styles.buttons}>
        <Button isBusy={isBusy} onClick={() => void download()}>
          {texts.button}
        </Button>
      </div>
    </section>
  )
}
