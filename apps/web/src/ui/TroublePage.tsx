import { Button } from './Button.tsx'
import { Page } from './Page.tsx'

interface TroublePageProps {
  readonly title?: string
  readonly sentence?: string
  readonly onRetry: () => void
}

/** The server gave no usable answer. Says so, and lets the person try again where they are. */
export function TroublePage({
  title = 'The server cannot be reached',
  sentence = 'Nothing is lost. Check your connection, or try again in a moment.',
  onRetry,
}: TroublePageProps) {
  return (
    <Page title={title} lead={sentence} width="narrow" isAlone>
      <div>
        <Button look="primary" onClick={onRetry}>
          Try again
        </Button>
      </div>
    </Page>
  )
}
