import { excerptOf, type NodeStatus } from '@espalier/domain'
import Circle from 'lucide-react/icons/circle'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDot from 'lucide-react/icons/circle-dot'
import type { CSSProperties } from 'react'
import { Link } from '../../ui/Link.tsx'
import { RichText } from '../../ui/rich-text/RichText.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import styles from './NodeList.module.css'
import type { TreeRow } from './tree-rows.ts'

const marks = {
  todo: { Icon: Circle, text: 'To do' },
  progress: { Icon: CircleDot, text: 'In progress' },
  done: { Icon: CircleCheck, text: 'Done' },
} as const satisfies Record<NodeStatus, unknown>

export function NodeRow({ row: { node, level, alsoUnder } }: { readonly row: TreeRow }) {
  const { Icon, text } = marks[node.status]
  const excerpt = excerptOf(node.body)
  const look = { '--level': level, '--colour': node.style.backgroundColor } as CSSProperties
  return (
    <li aria-level={level} className={styles.node} style={look}>
      <div className={styles.box} data-status={node.status}>
        <span className={styles.mark}>
          <Icon size={18} aria-hidden="true" />
          <VisuallyHidden>{`${text}:`}</VisuallyHidden>
        </span>
        <div className={styles.words}>
          <RichText html={node.title} className={styles.title} />
          {excerpt !== '' && <p className={styles.soft}>{excerpt}</p>}
          {alsoUnder.length > 0 && <p className={styles.soft}>{`also under ${alsoUnder.join(', ')}`}</p>}
          {node.projectLink !== null && <Link to={`/tree/${node.projectLink}`}>Linked project</Link>}
        </div>
      </div>
    </li>
  )
}
