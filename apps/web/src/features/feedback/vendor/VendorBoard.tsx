import { useEffect, useRef, useState } from 'react'
import { fetchFeedbackSignOn } from '../../../data/feedback/index.ts'
import { loadScript } from '../../../platform/load-script.ts'
import { browser } from '../../../platform/navigation.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import styles from './VendorBoard.module.css'
import { getVendorCommand, type FeedbackVendor, feedbackVendors } from './vendors.ts'

type VendorBoardState = 'opening' | 'shown' | 'failed'

/** The board of another service, with whoever is signed in here signed in there. */
export function VendorBoard() {
  const [turn, setTurn] = useState(0)
  return <VendorBoardFrame key={turn} onRetry={() => setTurn(turn + 1)} />
}

function VendorBoardFrame({ onRetry }: { readonly onRetry: () => void }) {
  const [state, setState] = useState<VendorBoardState>('opening')
  const shown = useRef<FeedbackVendor | null>(null)
  useEffect(() => {
    let isCurrent = true
    void openVendorBoard(() => isCurrent).then((vendor) => {
      if (!isCurrent || vendor === 'leaving') return
      shown.current = vendor
      setState(vendor === null ? 'failed' : 'shown')
    })
    return () => {
      isCurrent = false
      if (shown.current !== null) shown.current.leave(getVendorCommand(shown.current))
      shown.current = null
    }
  }, [])
  return (
    <Page title="User feedback" width="wide">
      {state === 'opening' && <Skeleton width="60%" />}
      {state === 'failed' && (
        <Card className={styles.trouble}>
          <h2>The feedback board could not be opened</h2>
          <p>
            It is run by another service, which does not answer or is blocked in this browser. Your projects are not
            affected.
          </p>
          <Button variant="primary" onClick={onRetry}>
            Try again
          </Button>
        </Card>
      )}
      <div data-canny="" />
    </Page>
  )
}

/** Null: it could not be opened. */
async function openVendorBoard(isWanted: () => boolean): Promise<FeedbackVendor | null | 'leaving'> {
  // Only a page that was loaded at this address may load the service's script.
  if (!browser.wasLoadedAt('/feedback')) {
    browser.reload()
    return 'leaving'
  }
  const signOn = await fetchFeedbackSignOn()
  if (signOn === null) return null
  const vendor = feedbackVendors[signOn.provider]
  const command = getVendorCommand(vendor)
  if (!isWanted()) return 'leaving'
  vendor.show(command, signOn)
  return (await loadScript(signOn.sdkUrl)) ? vendor : null
}
