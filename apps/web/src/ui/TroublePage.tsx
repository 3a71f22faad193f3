import { Button } from './Button.tsx'
import { Page } from './Page.tsx'

interface RetryPageProps {
  readonly title?: string
  readonly sentence?: string
  readonly onRetry: () => void
}

/** The server gave no usable answer. Says so, and lets the person try again where they are. */
export function RetryPage({
  title = 'The server cannot be reached',
  sentence = 'Nothing is lost. Check your connection, or try again in a moment.',
  onRetry,
}: RetryPageProps) {
  return (
    <Page title={title} lead={sentence} width="narrow" isAlone>
      <div>
        <Button variant="primary" onClick={onRetry}>
          Try again
        </Button>
      </div>
    </Page>
  )
}
