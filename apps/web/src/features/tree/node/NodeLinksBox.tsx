import { toPlainText } from '@espalier/domain'
import { memo } from 'react'
import { Link } from 'react-router'
import type { LinksBoxView } from '../canvas/node-views.ts'
import styles from './NodeBox.module.css'

const linkedFromLabel = 'Linked from '

/** The virtual parent of a project: the nodes of other projects that link here. */
export const NodeLinksBox = memo(function NodeLinksBox({ view }: { readonly view: LinksBoxView }) {
  const { left, top, width, height, links } = view
  return (
    <div
      className={styles.linksBox}
      style={{ left, top, width, height }}
      role="treeitem"
      tabIndex={view.isTabStop ? 0 : -1}
      aria-label={`${linkedFromLabel}${links.map(({ project }) => project.title).join(', ')}`}
      aria-level={1}
      aria-setsize={1}
      aria-posinset={1}
      aria-expanded="true"
      aria-selected="false"
      data-node-id="node_links"
      data-status="todo"
    >
      {linkedFromLabel}
      {links.map(({ id, title, project }) => (
        <Link key={id} to={`/tree/${project.id}#node=${id}`} title={toPlainText(title)}>
          {project.title}
        </Link>
      ))}
    </div>
  )
})
