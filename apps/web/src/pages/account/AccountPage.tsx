import { useEffect, useState } from 'react'
import { fetchJiraIntegration, type JiraIntegration } from '../../api/jira.ts'
import { accountSettingsTexts } from '../../texts/account-settings.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Page, Skeleton } from '../../ui/Page.tsx'
import { TrackerCard } from './TrackerCard.tsx'

type TrackerLoadState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'loaded'; readonly tracker: JiraIntegration }

export function AccountPage() {
  const { loaded, load } = useAccountTracker()
  return (
    <Page title={accountSettingsTexts.title} lead={accountSettingsTexts.lead}>
      {loaded.kind === 'loading' && <Skeleton width="60%" />}
      {loaded.kind === 'failed' && (
        <Card>
          <p>{accountSettingsTexts.notLoaded}</p>
          <Button onClick={load}>{accountSettingsTexts.tryAgain}</Button>
        </Card>
      )}
      {loaded.kind === 'loaded' && <TrackerCard loaded={loaded.tracker} />}
    </Page>
  )
}

function useAccountTracker() {
  const [loaded, setLoaded] = useState<TrackerLoadState>({ kind: 'loading' })
  const [tries, setTries] = useState(0)
  useEffect(() => {
    let isWanted = tries >= 0
    void fetchJiraIntegration().then((answer) => {
      if (isWanted) setLoaded(answer.ok ? { kind: 'loaded', tracker: answer.value } : { kind: 'failed' })
    })
    return () => void (isWanted = false)
  }, [tries])
  const load = () => {
    setLoaded({ kind: 'loading' })
    setTries(tries + 1)
  }
  return { loaded, load }
}
