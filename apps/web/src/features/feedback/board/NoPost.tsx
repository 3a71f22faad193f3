import { Link } from '../../../ui/Link.tsx'
import { Page } from '../../../ui/Page.tsx'
import { boardTitle } from './board-texts.ts'

/** An address below /feedback that leads nowhere. */
export const PostNotFound = () => (
  <Page title={boardTitle} lead="There is no such post. It may have been removed, or the link may be mistyped.">
    <div>
      <Link to="/feedback" variant="primary">
        Show all posts
      </Link>
    </div>
  </Page>
)
