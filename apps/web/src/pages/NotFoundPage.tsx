import { statusPageTexts } from '../texts/status-pages.ts'
import { Link } from '../ui/Button.tsx'
import { Page } from '../ui/Page.tsx'

export function NotFoundPage() {
  const texts = statusPageTexts.notFound
  return (
    <Page title={texts.title} lead={texts.explanation} width="narrow" isAlone>
      <div>
        <Link to="/" variant="primary">
          {texts.goHome}
        </Link>
      </div>
    </Page>
  )
}
