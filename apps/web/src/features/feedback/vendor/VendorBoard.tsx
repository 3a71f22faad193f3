import { useEffect, useRef, useState } from 'react'
import { fetchSignOn } from '../../../data/feedback/index.ts'
import { loadScript } from '../../../platform/load-script.ts'
import { browser } from '../../../platform/navigation.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import styles from './VendorBoard.module.css'
import { commandOf, type Vendor, vendors } from './vendors.ts'

type BoardState = 'opening' | 'shown' | 'failed'

/** The board of another service, with whoever is signed in here signed in there. */
export function VendorBoard() {
  const [turn, setTurn] = useState(0)
  return <OpenBoard key={turn} onRetry={() => setTurn(turn + 1)} />
}

function OpenBoard({ onRetry }: { readonly onRetry: () => void }) {
  const [state, setState] = useState<BoardState>('opening')
  const shown = useRef<Vendor | null>(null)
  useEffect(() => {
    let isCurrent = true
    void openBoard(() => isCurrent).then((vendor) => {
      if (!isCurrent || vendor === 'leaving') return
      shown.current = vendor
      setState(vendor === null ? 'failed' : 'shown')
    })
    return () => {
      isCurrent = false
      if (shown.current !== null) shown.current.leave(commandOf(shown.current))
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
          <Button look="primary" onClick={onRetry}>
            Try again
          </Button>
        </Card>
      )}
      <div data-canny="" />
    </Page>
  )
}

/** Null: it could not be opened. */
async function openBoard(isWanted: () => boolean): Promise<Vendor | null | 'leaving'> {
  // Only a page that was loaded at this address may load the service's script.
  if (!browser.wasLoadedAt('/feedback')) {
    browser.reload()
    return 'leaving'
  }
  const signOn = await fetchSignOn()
  if (signOn === null) return null
  const vendor = vendors[signOn.provider]
  const command = commandOf(vendor)
  if (!isWanted()) return 'leaving'
  vendor.show(command, signOn)
  return (await loadScript(signOn.sdkUrl)) ? vendor : null
}
