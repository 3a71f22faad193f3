import { parseFeedbackNumber } from '@espalier/domain'
import { pageConfig } from '../../api/session/page-config.ts'
import { useParams } from '../../platform/router.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { BoardScreen } from './BoardScreen.tsx'
import { NewPostScreen } from './NewPostScreen.tsx'
import { PostNotFound, PostScreen } from './PostScreen.tsx'

const VendorBoard = lazyComponent(async () => (await import('./VendorBoard.tsx')).VendorBoard)

/** Shows our board or the vendor's, which routes by the path after /feedback. */
export function FeedbackPage() {
  const path = useParams()['*'] ?? ''
  if (pageConfig().features.feedback !== 'builtin') return <VendorBoard />
  const [first = '', second = '', ...rest] = path.split('/').filter((part) => part !== '')
  if (first === '') return <BoardScreen />
  if (first === 'new' && second === '') return <NewPostScreen />
  const number = first === 'p' && rest.length === 0 ? parseFeedbackNumber(second) : null
  return number === null ? <PostNotFound /> : <PostScreen key={number} number={number} />
}
