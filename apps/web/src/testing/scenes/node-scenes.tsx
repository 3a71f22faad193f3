import { limits, type NodeStatus } from '@espalier/domain'
import { useMemo } from 'react'
import { NodeBox } from '../../project/map/node/NodeBox.tsx'
import { createPageTitleMeasure } from '../../project/map/measure/page-title-measure.ts'
import type { NodeBoxView } from '../../project/map/node/node-views.ts'
import themeStyles from '../../project/map/theme/map-theme.module.css'
import { buildNodeRecord, type NodeFixture } from '../../project/testing/node-fixtures.ts'
import { openTestProject } from '../../project/testing/test-project.ts'
import { openTestWorkspace } from '../../project/testing/test-workspace.ts'
import { type MapTheme, mapThemes } from '../../project/workspace/view-settings.ts'
import { joinClasses } from '../../ui/join-classes.ts'
import { scenesTexts } from '../../texts/scenes.ts'
import styles from './Scenes.module.css'

interface ShownNode {
  readonly node: NodeFixture
  readonly view?: Partial<NodeBoxView>
}

const statuses: readonly NodeStatus[] = ['todo', 'progress', 'done']

/** One box for every status and every color of the palette, in each theme of the map. */
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
  return mapThemes.map((theme) => (
    <NodeBoxes key={theme} label={scenesTexts.nodes.statusesInTheme[theme]} nodes={nodes} mapTheme={theme} />
  ))
}

const halfDoneBranch: Partial<NodeBoxView> = {
  rank: 'branch',
  branchColor: 'hue1',
  isExpanded: true,
  leafCount: 4,
  doneCount: 2,
}

/** One box for every other state that a node can be in. */
export function NodeStateScene() {
  const texts = scenesTexts.nodes
  const [backgroundColor] = limits.nodePalette
  const nodes: readonly ShownNode[] = [
    { node: { id: 'selected', title: texts.selected }, view: { isSelected: true } },
    { node: { id: 'active', title: texts.active }, view: { isActive: true, isExpanded: true } },
    { node: { id: 'view-only', title: texts.viewOnly }, view: { isActive: true, canEdit: false } },
    { node: { id: 'root', title: texts.root }, view: { rank: 'root' } },
    { node: { id: 'branch', title: texts.branch }, view: halfDoneBranch },
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
  readonly mapTheme?: MapTheme
}

/** Draws the product's own boxes over a project in memory, so that their buttons work without a server. */
function NodeBoxes({ label, nodes, mapTheme = 'paper' }: NodeBoxesProps) {
  const workspace = useMemo(() => openTestWorkspace(openTestProject(nodes.map(({ node }) => node))), [nodes])
  const measure = useMemo(() => createPageTitleMeasure(), [])
  const { widths, heights } = measure.measureBoxes(
    nodes.map(({ node, view }) => ({ title: node.title ?? '', rank: view?.rank ?? 'leaf' })),
  )
  return (
    <div
      role="tree"
      aria-label={label}
      data-direction="right"
      data-map-theme={mapTheme}
      className={joinClasses(styles.nodes, themeStyles.theme)}
    >
      {nodes.map(({ node, view }, index) => {
        const record = buildNodeRecord(node, index + 1)
        const [width, height] = [widths[index] ?? 0, heights[index] ?? 0]
        const rank = view?.rank ?? 'leaf'
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
                lines: measure.breakIntoLines({ title: record.title, rank }),
                chips: null,
                rank,
                branchColor: 'none',
                leafCount: 0,
                doneCount: 0,
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
