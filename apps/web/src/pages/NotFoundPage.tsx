import { Link } from '../ui/Button.tsx'
import { Page } from '../ui/Page.tsx'

export const NotFoundPage = () => (
  <Page
    title="Page not found"
    lead="Nothing grows at this address. The link may be mistyped, or the page may have moved."
    width="narrow"
    isAlone
  >
    <div>
      <Link to="/" variant="primary">
        Go home
      </Link>
    </div>
  </Page>
)
