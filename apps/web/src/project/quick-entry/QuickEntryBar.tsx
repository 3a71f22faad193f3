import type { NodeId } from '@espalier/domain'
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useCell, type WritableCell } from '../../platform/cell.ts'
import { quickEntryTexts as texts } from '../../texts/quick-entry.ts'
import { Button } from '../../ui/Button.tsx'
import { getPlainTitle, goToNode, isCanvasFocused } from '../actions/action.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { useBarPlace } from './bar-place.ts'
import {
  type AcceptedFields,
  describeTitleValue,
  findTitleFields,
  listCertainFields,
  type TitlePerson,
} from './title-fields.ts'
import styles from './QuickEntryBar.module.css'

/** The fields in the title of one node are offered. */
export interface QuickEntryOffer {
  readonly nodeId: NodeId
  /** Words that were in the title before, so the person wants them there. */
  readonly kept: ReadonlySet<string>
  readonly people: readonly TitlePerson[]
}

/** The offers of a workspace, the latest first. */
export interface QuickEntryOffers {
  readonly list: WritableCell<readonly QuickEntryOffer[]>
  dismiss(nodeId: NodeId): void
  /** Sets the fields as one undo step. Resolves to false if they could not be set. */
  accept(accepted: readonly AcceptedFields[]): Promise<boolean>
}

interface QuickEntryBarProps {
  readonly workspace: ProjectWorkspace
  readonly offers: QuickEntryOffers
}

/** Offers the fields of one title at a time: of the selected node, else of the one that was written last. */
export function QuickEntryBar({ workspace, offers }: QuickEntryBarProps) {
  const list = useCell(offers.list)
  const editedId = useCell(workspace.editing, (editing) => editing?.nodeId ?? null)
  const current = useCell(workspace.selection, (selection) => selection.current)
  const canEdit = useCell(workspace.client.canEdit)
  const waiting = list.filter(({ nodeId }) => nodeId !== editedId)
  const offer = waiting.find(({ nodeId }) => nodeId === current) ?? waiting[0]
  if (offer === undefined || !canEdit) return null
  return <OfferedFields key={offer.nodeId} workspace={workspace} offers={offers} offer={offer} waiting={waiting} />
}

const findOfferedFields = ({ client }: ProjectWorkspace, { nodeId, people, kept }: QuickEntryOffer) =>
  findTitleFields(client.node(nodeId)?.title ?? '', client.project.get(), people, kept)

interface OfferedFieldsProps extends QuickEntryBarProps {
  readonly offer: QuickEntryOffer
  readonly waiting: readonly QuickEntryOffer[]
}

function OfferedFields({ workspace, offers, offer, waiting }: OfferedFieldsProps) {
  const { nodeId } = offer
  const { client } = workspace
  const { estimateUnit } = useCell(client.project)
  useSyncExternalStore(
    (listener) => client.listenTo(nodeId, listener),
    () => client.node(nodeId),
  )
  const fields = findOfferedFields(workspace, offer)
  const bar = useRef<HTMLDivElement>(null)
  const place = useBarPlace(workspace, nodeId, bar)
  const [isBusy, setBusy] = useState(false)
  const isOver = fields.length === 0
  const dismiss = () => {
    const isInside = bar.current?.contains(document.activeElement) === true
    offers.dismiss(nodeId)
    if (isInside && client.node(nodeId) !== undefined) goToNode(workspace, nodeId)
  }
  useEffect(() => {
    if (isOver) offers.dismiss(nodeId)
  }, [offers, nodeId, isOver])
  useEscape(bar, dismiss)
  if (isOver) return null

  const accept = async (accepted: readonly AcceptedFields[]): Promise<void> => {
    const isInside = bar.current?.contains(document.activeElement) === true
    setBusy(true)
    const isSet = await offers.accept(accepted)
    setBusy(false)
    if (!isSet) return
    const rest = client.node(nodeId) === undefined ? [] : findOfferedFields(workspace, offer)
    if (rest.length > 0) {
      // The pressed chip is gone together with its focus.
      if (isInside) requestAnimationFrame(() => bar.current?.querySelector<HTMLElement>('button')?.focus())
      return
    }
    offers.dismiss(nodeId)
    if (isInside) goToNode(workspace, nodeId)
  }
  const certain = listCertainFields(fields)
  const everywhere = waiting
    .map((one) => ({ nodeId: one.nodeId, fields: listCertainFields(findOfferedFields(workspace, one)) }))
    .filter((one) => one.fields.length > 0)
  const acceptEverywhere = async () => {
    await accept(everywhere)
    for (const one of waiting) if (findOfferedFields(workspace, one).length === 0) offers.dismiss(one.nodeId)
  }
  return (
    <div
      ref={bar}
      role="toolbar"
      tabIndex={-1}
      aria-label={texts.bar(getPlainTitle(workspace, nodeId))}
      aria-busy={isBusy || undefined}
      className={styles.bar}
      style={place}
      data-quick-entry=""
      onKeyDown={moveAlong}
    >
      {certain.length > 1 && (
        <Button
          size="small"
          variant="primary"
          isBusy={isBusy}
          onClick={() => void accept([{ nodeId, fields: certain }])}
        >
          {texts.setAll}
        </Button>
      )}
      {everywhere.length > 1 && (
        <Button size="small" isBusy={isBusy} onClick={() => void acceptEverywhere()}>
          {texts.setAllOn(everywhere.length)}
        </Button>
      )}
      {fields.flatMap((field) =>
        field.values.map((value) => (
          <FieldChip
            key={`${field.part.start} ${JSON.stringify(value)}`}
            label={describeTitleValue(value, offer.people, estimateUnit)}
            isBusy={isBusy}
            onAccept={() => void accept([{ nodeId, fields: [{ ...field, values: [value] }] }])}
          />
        )),
      )}
      <Button
        size="small"
        variant="quiet"
        aria-label={texts.keepWords}
        data-tooltip={texts.keepWords}
        onClick={dismiss}
      >
        <X size={16} aria-hidden="true" />
      </Button>
    </div>
  )
}

interface FieldChipProps {
  readonly label: string
  readonly isBusy: boolean
  onAccept(): void
}

const FieldChip = ({ label, isBusy, onAccept }: FieldChipProps) => (
  <Button size="small" className={styles.chip} isBusy={isBusy} onClick={onAccept}>
    {label}
  </Button>
)

/** The arrow keys move between the buttons, as in every toolbar. */
function moveAlong(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  if (step === 0) return
  event.preventDefault()
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.findIndex((button) => button === document.activeElement)
  buttons[(at + step + buttons.length) % buttons.length]?.focus()
}

/** Esc on the canvas and in the bar leaves the words in the title. In a text, a menu or a dialog it has its own meaning. */
function useEscape(bar: { readonly current: HTMLElement | null }, dismiss: () => void): void {
  const latest = useRef(dismiss)
  useEffect(() => {
    latest.current = dismiss
  })
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.isComposing) return
      const isText =
        event.target instanceof Element && event.target.closest('input, textarea, [contenteditable]') !== null
      const isOurs = bar.current?.contains(document.activeElement) === true || isCanvasFocused()
      if (isText || !isOurs) return
      event.preventDefault()
      event.stopPropagation()
      latest.current()
    }
    document.addEventListener('keydown', press, true)
    return () => document.removeEventListener('keydown', press, true)
  }, [bar])
}
