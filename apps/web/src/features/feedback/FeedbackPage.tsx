import { useParams } from 'react-router'
import { parseFeedbackNumber } from '@espalier/domain'
import { pageConfig } from '../../data/config/index.ts'
import { lazyComponent } from '../../ui/lazy-part.tsx'
import { BoardScreen } from './board/BoardScreen.tsx'
import { NewPostScreen } from './board/NewPostScreen.tsx'
import { PostNotFound } from './board/NoPost.tsx'
import { PostScreen } from './board/PostScreen.tsx'

const VendorBoard = lazyComponent(async () => (await import('./vendor/VendorBoard.tsx')).VendorBoard)

/** The board, ours or another service's, which finds its own way by what follows /feedback. */
export function FeedbackPage() {
  const path = useParams()['*'] ?? ''
  if (pageConfig().features.feedback !== 'builtin') return <VendorBoard />
  const [first = '', second = '', ...rest] = path.split('/').filter((part) => part !== '')
  if (first === '') return <BoardScreen />
  if (first === 'new' && second === '') return <NewPostScreen />
  const number = first === 'p' && rest.length === 0 ? parseFeedbackNumber(second) : null
  return number === null ? <PostNotFound /> : <PostScreen key={number} number={number} />
}
