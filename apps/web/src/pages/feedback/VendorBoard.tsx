import { useEffect, useRef, useState } from 'react'
import { type FeedbackSignOn, fetchFeedbackSignOn } from '../../api/feedback.ts'
import { loadScript } from '../../platform/code-loading.ts'
import { browser } from '../../platform/navigation.ts'
import { feedbackBoardTexts } from '../../texts/feedback.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Page, Skeleton } from '../../ui/Page.tsx'
import styles from './VendorBoard.module.css'

type VendorCommand = (...words: readonly unknown[]) => void
type VendorQueue = VendorCommand & { q?: unknown[] }
type VendorName = 'Canny' | 'Quackback'

interface FeedbackVendor {
  readonly name: VendorName
  show(command: VendorCommand, signOn: FeedbackSignOn): void
  leave(command: VendorCommand): void
}

const readColorTheme = (): 'dark' | 'light' =>
  window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'

const feedbackVendors: Readonly<Record<FeedbackSignOn['provider'], FeedbackVendor>> = {
  // Canny draws into the element with data-canny and manages the addresses below /feedback.
  canny: {
    name: 'Canny',
    show: (command, { boardToken, token }) =>
      command('render', { boardToken, basePath: '/feedback', ssoToken: token, theme: readColorTheme() }),
    leave: () => {},
  },
  // Quackback draws a panel over the page.
  quackback: {
    name: 'Quackback',
    show(command, { token }) {
      command('init')
      command('identify', { ssoToken: token })
      command('open')
    },
    leave: (command) => command('close'),
  },
}

type VendorWindow = Window & { [name in VendorName]?: VendorQueue }

/** Commands issued before the vendor's script has loaded wait in a list that the script reads. */
function getVendorCommand({ name }: FeedbackVendor): VendorCommand {
  const vendorWindow = window as VendorWindow
  if (vendorWindow[name] === undefined) {
    const waiting: unknown[] = []
    const queue: VendorQueue = (...words) => void waiting.push(words)
    queue.q = waiting
    vendorWindow[name] = queue
  }
  return (...words) => vendorWindow[name]?.(...words)
}

type VendorBoardState = 'opening' | 'shown' | 'failed'

/** Shows the vendor's board and signs the current person in there. */
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
    <Page title={feedbackBoardTexts.title} width="wide">
      {state === 'opening' && <Skeleton width="60%" />}
      {state === 'failed' && (
        <Card className={styles.trouble}>
          <h2>{feedbackBoardTexts.vendor.notOpened}</h2>
          <p>{feedbackBoardTexts.vendor.explanation}</p>
          <Button variant="primary" onClick={onRetry}>
            {feedbackBoardTexts.tryAgain}
          </Button>
        </Card>
      )}
      <div data-canny="" />
    </Page>
  )
}

/** Null: the board could not be opened. */
async function openVendorBoard(isWanted: () => boolean): Promise<FeedbackVendor | null | 'leaving'> {
  // Only a page that was loaded at this address may load the vendor's script.
  if (!browser.wasLoadedAt('/feedback')) {
    browser.reload()
    return 'leaving'
  }
  const answer = await fetchFeedbackSignOn()
  if (!answer.ok) return null
  const signOn = answer.value
  const vendor = feedbackVendors[signOn.provider]
  const command = getVendorCommand(vendor)
  if (!isWanted()) return 'leaving'
  vendor.show(command, signOn)
  return (await loadScript(signOn.sdkUrl)) ? vendor : null
}
