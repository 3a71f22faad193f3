import MessageSquare from 'lucide-react/icons/message-square'
import { useMatch } from 'react-router'
import { pageConfig } from '../../data/config/index.ts'
import { Link } from '../../ui/Link.tsx'
import styles from './FeedbackTab.module.css'

/** At the edge of every page but the feedback board itself. */
export function FeedbackTab() {
  const isBoard = useMatch('/feedback/*') !== null
  if (isBoard || pageConfig().features.feedback === 'off') return null
  return (
    <Link to="/feedback" className={styles.tab}>
      <MessageSquare size={16} />
      Feedback
    </Link>
  )
}
