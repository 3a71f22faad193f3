import { isEmptyBody, limits, type NodeId } from '@espalier/domain'
import type { NodeRecord } from '@espalier/sync'
import X from 'lucide-react/icons/x'
import { type FocusEvent, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useCell } from '../../platform/cell.ts'
import { useMediaQuery } from '../../platform/media-query.ts'
import { browser } from '../../platform/navigation.ts'
import { onPageLeave } from '../../platform/page-lifecycle.ts'
import { nodeDetailsTexts as texts } from '../../texts/node-details.ts'
import { Button } from '../../ui/Button.tsx'
import { joinClasses } from '../../ui/join-classes.ts'
import { LazyBoundary, lazyComponent, preloadableComponent } from '../../ui/lazy-component.tsx'
import { RichText } from '../../ui/rich-text/RichText.tsx'
import { RichTextField } from '../../ui/rich-text/RichTextField.tsx'
import { describeNodes, getActionTargets } from '../actions/action.ts'
import { closeDetailsAction, hasDetailsFor } from '../actions/node-actions.ts'
import { FieldValues } from '../fields/FieldValues.tsx'
import { NodeFields } from '../fields/NodeFields.tsx'
import { IssueNote } from '../jira/issue-sync.tsx'
import { parseAddressHash } from '../workspace/project-address.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { SidePanel } from './SidePanel.tsx'
import { DescriptionSession } from './description-session.ts'
import { uncoverNode } from './uncover-node.ts'
import styles from './DetailsPanel.module.css'

const BelowNode = preloadableComponent(async () => (await import('../roll-up/BelowNode.tsx')).BelowNode)

const CommentSection = preloadableComponent(async () => (await import('../comments/CommentSection.tsx')).CommentSection)

const BranchForecast = lazyComponent(async () => (await import('../forecast/WhenDone.tsx')).BranchForecast)

const NodeSchedule = preloadableComponent(async () => (await import('../schedule/NodeSchedule.tsx')).NodeSchedule)

/** This many characters fit into the heading even in the narrowest panel. */
const maxUnscrolledTitle = 100

/** Shows a node's details beside the canvas. */
export function DetailsPanel({ workspace }: { readonly workspace: ProjectWorkspace }) {
  const nodeId = useCell(workspace.detailsNodeId)
  const [firstId] = useState(nodeId)
  const node = useNodeRecord(workspace, nodeId)
  const canEdit = useCell(workspace.client.canEdit)
  // A person who loses the right to edit while writing keeps their text on the screen.
  const [editableId, setEditableId] = useState<NodeId | null>(null)
  if (canEdit && editableId !== nodeId) setEditableId(nodeId)
  const panelRef = useUncoveredNode(workspace, nodeId)
  const isEditor = canEdit || editableId === nodeId
  // The keyboard of a phone would cover the fields.
  const isTouch = useMediaQuery('(pointer: coarse)')
  const targets = useTargetIds(workspace, nodeId, canEdit)
  const fieldsKey = `fields of ${targets.join(' ')}`
  const [firstFieldsKey] = useState(fieldsKey)
  const isForComment = useIsForComment()
  if (node === undefined || (!isEditor && !hasDetailsFor(workspace, node))) return null
  const close = () => closeDetailsAction.run(workspace, null)
  return (
    <SidePanel ref={panelRef} label={texts.panel} onClose={close}>
      <DetailsHead title={describeNodes(workspace, targets)} onClose={close} />
      <IssueNote workspace={workspace} node={node} />
      {canEdit ? (
        <NodeFields
          key={fieldsKey}
          workspace={workspace}
          ids={targets}
          takesFocus={targets.length > 1 && fieldsKey === firstFieldsKey}
        />
      ) : (
        <FieldValues workspace={workspace} node={node} />
      )}
      {targets.length === 1 && (
        <LazyBoundary>
          <NodeSchedule workspace={workspace} node={node} />
          <BelowNode client={workspace.client} node={node} />
          <BranchForecast client={workspace.client} node={node} />
        </LazyBoundary>
      )}
      {targets.length > 1 ? null : isEditor ? (
        <DescriptionField
          key={node.id}
          workspace={workspace}
          nodeId={node.id}
          takesFocus={node.id === firstId && !isTouch && !isForComment}
        />
      ) : (
        !isEmptyBody(node.body) && <RichText html={node.body} className={styles.text} />
      )}
      {targets.length === 1 && (
        <LazyBoundary>
          <CommentSection workspace={workspace} nodeId={node.id} />
        </LazyBoundary>
      )}
    </SidePanel>
  )
}

/** The panel was opened by an address that leads to a comment, which takes the focus once it is there. */
function useIsForComment(): boolean {
  const [isForComment] = useState(() => parseAddressHash(browser.hash()).comment !== null)
  return isForComment
}

/** The panel is about its node, or about the whole selection if its node is one of several. */
function useTargetIds(workspace: ProjectWorkspace, nodeId: NodeId | null, canEdit: boolean): readonly NodeId[] {
  useCell(workspace.selection)
  if (nodeId === null) return []
  return canEdit ? getActionTargets(workspace, nodeId) : [nodeId]
}

function DetailsHead({ title, onClose }: { readonly title: string; readonly onClose: () => void }) {
  const isLong = title.length > maxUnscrolledTitle
  return (
    <header className={styles.head}>
      {/* A long title scrolls, which needs the focus for people without a pointer. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <h2 className={joinClasses(styles.title, isLong && styles.long)} dir="auto" tabIndex={isLong ? 0 : undefined}>
        <span translate="no">{title}</span>
      </h2>
      <Button variant="quiet" size="small" aria-label={texts.close} title={texts.close} onClick={onClose}>
        <X size={18} aria-hidden="true" />
      </Button>
    </header>
  )
}

/** The node is moved out from under the panel once the canvas has been resized. */
function useUncoveredNode({ map }: ProjectWorkspace, nodeId: NodeId | null) {
  const panelRef = useRef<HTMLElement>(null)
  useEffect(() => {
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        const panel = panelRef.current?.getBoundingClientRect()
        if (panel === undefined || nodeId === null) return
        map.reveal(nodeId)
        uncoverNode(map, nodeId, panel)
      })
    })
    return () => cancelAnimationFrame(frame)
  }, [map, nodeId])
  return panelRef
}

function useNodeRecord({ client }: ProjectWorkspace, id: NodeId | null): NodeRecord | undefined {
  const subscribe = useCallback(
    (listener: () => void) => (id === null ? () => undefined : client.listenTo(id, listener)),
    [client, id],
  )
  return useSyncExternalStore(subscribe, () => (id === null ? undefined : client.node(id)))
}

interface DescriptionFieldProps {
  readonly workspace: ProjectWorkspace
  readonly nodeId: NodeId
  readonly takesFocus: boolean
}

/** Remounted for each node. */
function DescriptionField({ workspace, nodeId, takesFocus }: DescriptionFieldProps) {
  const [session] = useState(() => new DescriptionSession(workspace, nodeId))
  const { html, revision, fault } = useCell(session.view)
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    session.begin()
    return () => session.end()
  }, [session])
  useAutosave(session)
  const turnAway = (event: FocusEvent) => {
    if (!(event.relatedTarget instanceof Node && container.current?.contains(event.relatedTarget))) session.leave()
  }
  return (
    <div ref={container} className={styles.text} onFocus={() => session.focus()} onBlur={turnAway}>
      <RichTextField
        key={revision}
        label={texts.description}
        initialHtml={html}
        onChange={(next) => session.write(next)}
        error={fault}
        takesFocus={takesFocus && revision === 0}
      />
    </div>
  )
}

function useAutosave(session: DescriptionSession): void {
  useEffect(() => {
    const timer = setInterval(() => session.isFocused && session.save(), limits.autosaveMs)
    const stop = onPageLeave(() => session.save())
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [session])
}
