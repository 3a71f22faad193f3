import MessageSquare from 'lucide-react/icons/message-square'
import { useMatch } from 'react-router'
import { pageConfig } from '../../data/config/index.ts'
import { Link } from '../../ui/Link.tsx'
import styles from './FeedbackTab.module.css'

/** At the edge of every page but the feedback board itself. */
export function FeedbackTab() {
  const isBoard = useMatch('/feedback/*') !== null
  const { feedback } = pageConfig().features
  if (isBoard || feedback === 'off') return null
  return (
    <Link to="/feedback" reloadDocument={feedback !== 'builtin'} className={styles.tab}>
      <MessageSquare size={16} />
      Feedback
    </Link>
  )
}
