import { limits, type NodeStatus } from '@espalier/domain'
import { useMemo } from 'react'
import { NodeBox } from '../../project/map/node/NodeBox.tsx'
import { createPageTitleMeasure } from '../../project/map/node/NodeTitle.tsx'
import type { NodeBoxView } from '../../project/map/node/node-views.ts'
import { nodeBoxPx } from '../../project/map/measure/title-measure.ts'
import { buildNodeRecord, type NodeFixture } from '../../project/testing/node-fixtures.ts'
import { openTestProject } from '../../project/testing/test-project.ts'
import { openTestWorkspace } from '../../project/testing/test-workspace.ts'
import { scenesTexts } from '../../texts/scenes.ts'
import styles from './Scenes.module.css'

interface ShownNode {
  readonly node: NodeFixture
  readonly view?: Partial<NodeBoxView>
}

const statuses: readonly NodeStatus[] = ['todo', 'progress', 'done']

/** One box for every status and every color of the palette. */
export function NodeStatusScene() {
  const nodes = statuses.flatMap((status) =>
    limits.nodePalette.map((backgroundColor) => ({
      node: {
        id: `${status}-${backgroundColor}`,
        title: scenesTexts.nodes.nodeWithColor(scenesTexts.status[status], backgroundColor),
        status,
        style: { backgroundColor, processing: false },
      },
    })),
  )
  return <NodeBoxes label={scenesTexts.sections.statuses} nodes={nodes} />
}

/** One box for every other state that a node can be in. */
export function NodeStateScene() {
  const texts = scenesTexts.nodes
  const [backgroundColor] = limits.nodePalette
  const nodes: readonly ShownNode[] = [
    { node: { id: 'selected', title: texts.selected }, view: { isSelected: true } },
    { node: { id: 'active', title: texts.active }, view: { isActive: true, isExpanded: true } },
    { node: { id: 'view-only', title: texts.viewOnly }, view: { isActive: true, canEdit: false } },
    { node: { id: 'described', title: texts.described, body: '<p>.</p>' } },
    { node: { id: 'linked', title: texts.linked, projectLink: 'plum' } },
    { node: { id: 'unfolded', title: texts.unfolded }, view: { isExpanded: true } },
    { node: { id: 'folded', title: texts.folded, hideChildren: true }, view: { isExpanded: false, hiddenBelow: 12 } },
    { node: { id: 'processing', title: texts.processing, style: { backgroundColor, processing: true } } },
    { node: { id: 'unsaved', title: texts.unsaved }, view: { hasUnsavedTitle: true } },
    { node: { id: 'formatted', title: texts.formatted } },
    { node: { id: 'long', title: texts.long } },
    { node: { id: 'hit', title: texts.hit }, view: { hit: 'hit' } },
    { node: { id: 'current-hit', title: texts.currentHit }, view: { hit: 'current' } },
    { node: { id: 'dimmed', title: texts.dimmed }, view: { hit: 'dimmed' } },
    { node: { id: 'simplified', title: texts.simplified }, view: { isSimplified: true } },
    { node: { id: 'empty', title: '' } },
  ]
  return <NodeBoxes label={scenesTexts.sections.nodeStates} nodes={nodes} />
}

interface NodeBoxesProps {
  readonly label: string
  readonly nodes: readonly ShownNode[]
}

/** Draws the product's own boxes over a project in memory, so that their buttons work without a server. */
function NodeBoxes({ label, nodes }: NodeBoxesProps) {
  const workspace = useMemo(() => openTestWorkspace(openTestProject(nodes.map(({ node }) => node))), [nodes])
  const measure = useMemo(() => createPageTitleMeasure(), [])
  const heights = measure.measureBoxHeights(nodes.map(({ node }) => node.title ?? ''))
  const { width } = nodeBoxPx
  return (
    <div role="tree" aria-label={label} data-direction="right" className={styles.nodes}>
      {nodes.map(({ node, view }, index) => {
        const record = buildNodeRecord(node, index + 1)
        const height = heights[index] ?? nodeBoxPx.line
        return (
          <div key={node.id} role="presentation" className={styles.node} style={{ width, height }}>
            <NodeBox
              workspace={workspace}
              view={{
                left: 0,
                top: 0,
                width,
                height,
                record,
                lines: measure.breakIntoLines(record.title),
                level: 1,
                setSize: nodes.length,
                posInSet: index + 1,
                isExpanded: null,
                hiddenBelow: 0,
                alsoUnder: '',
                isSelected: false,
                isActive: false,
                isTabStop: index === 0,
                isEditing: false,
                hasUnsavedTitle: false,
                isSimplified: false,
                canEdit: true,
                hit: 'none',
                ...view,
              }}
            />
          </div>
        )
      })}
    </div>
  )
}
