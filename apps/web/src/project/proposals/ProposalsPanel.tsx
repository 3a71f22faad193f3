import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { allowedPictureUrl } from '../../api/people.ts'
import type { Proposal } from '../../api/proposals.ts'
import { useCell } from '../../platform/cell.ts'
import { formatFullTime, formatWhen, useMinuteClock } from '../../shared/time-in-words.ts'
import { toastApiFailure } from '../../shared/toast-api-failure.ts'
import { proposalTexts as texts } from '../../texts/proposals.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { PanelHead, SidePanel } from '../details/SidePanel.tsx'
import { uncoverNode } from '../details/uncover-node.ts'
import { useProjectPeople } from '../fields/people.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { ProposedChangeItem } from './ProposedChangeItem.tsx'
import { readData } from './describe-change.ts'
import { offerUndoOfAcceptance } from './offer-undo.ts'
import type { Decision, ProposalsStore } from './proposals-store.ts'
import styles from './ProposalsPanel.module.css'

interface ProposalsPanelProps {
  readonly workspace: ProjectWorkspace
  readonly store: ProposalsStore
  readonly personId: string
  /** True if the person opened the panel. One that opens for a new proposal leaves the focus where it is. */
  readonly takesFocus: boolean
  onClose(): void
}

/** Shows the open proposals beside the canvas, to be accepted or rejected change by change. */
export function ProposalsPanel({ workspace, store, personId, takesFocus, onClose }: ProposalsPanelProps) {
  const proposals = useCell(store.open)
  const close = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    if (takesFocus) close.current?.focus()
  }, [takesFocus])
  useEffect(() => showFirstNode(workspace, store, panel), [workspace, store])
  /** The button that was pressed is gone with its change. */
  const keepFocus = () =>
    requestAnimationFrame(() => {
      if (document.activeElement !== null && document.activeElement !== document.body) return
      ;(panel.current?.querySelector<HTMLElement>('li button') ?? close.current)?.focus()
    })
  return (
    <SidePanel ref={panel} label={texts.title} onClose={onClose}>
      <PanelHead title={texts.title} closeLabel={texts.close} closeRef={close} onClose={onClose} />
      {proposals.length === 0 && <p className={styles.note}>{texts.none}</p>}
      {proposals.map((proposal) => (
        <ProposalCard
          key={proposal.id}
          workspace={workspace}
          store={store}
          personId={personId}
          proposal={proposal}
          onDecided={keepFocus}
        />
      ))}
    </SidePanel>
  )
}

/** The panel takes room from the map, so what it is about is brought back into view once the map has its new size. */
function showFirstNode(
  { client, map }: ProjectWorkspace,
  store: ProposalsStore,
  panel: RefObject<HTMLElement | null>,
): () => void {
  const reveal = (): void => {
    const changes = store.open.get().flatMap((proposal) => proposal.changes)
    const ids = changes.flatMap((change) => [change.nodeId, String(readData(change)['parentId'] ?? '').toLowerCase()])
    const id = ids.find((one) => client.node(one) !== undefined)
    if (id === undefined) return
    map.reveal(id)
    // On a phone the panel lies over the map.
    frame = requestAnimationFrame(() => panel.current && uncoverNode(map, id, panel.current.getBoundingClientRect()))
  }
  let frame = requestAnimationFrame(() => (frame = requestAnimationFrame(reveal)))
  return () => cancelAnimationFrame(frame)
}

interface ProposalCardProps extends Pick<ProposalsPanelProps, 'workspace' | 'store' | 'personId'> {
  readonly proposal: Proposal
  onDecided(): void
}

function ProposalCard({ workspace, store, personId, proposal, onDecided }: ProposalCardProps) {
  const titleId = useId()
  const canEdit = useCell(workspace.client.canEdit)
  const now = useMinuteClock()
  const author = useAuthor(workspace, proposal)
  const [isBusy, setBusy] = useState(false)
  const open = proposal.changes.filter(({ decision }) => decision === null)
  const fitting = open.filter(({ fits }) => fits)
  const toIds = (changes: typeof open) => changes.map(({ id }) => id)
  const decide = async (decision: Decision): Promise<void> => {
    setBusy(true)
    const failure = await store.decide(proposal, decision)
    setBusy(false)
    if (failure !== null)
      return toastApiFailure({ ...failure, message: failure.code === 'UNREACHABLE' ? texts.offline : failure.message })
    onDecided()
    if (decision.accept.length > 0)
      await offerUndoOfAcceptance(workspace, personId, { proposal, accepted: decision.accept })
    else workspace.map.announce(texts.rejectedNotice(decision.reject.length))
  }
  const withdraw = async (): Promise<void> => {
    const failure = await store.withdraw(proposal)
    if (failure !== null) return toastApiFailure(failure)
    workspace.notify(texts.withdrawn)
    onDecided()
  }
  const allLabel = fitting.length === open.length ? texts.acceptAll : texts.acceptFitting(fitting.length)
  return (
    <section aria-labelledby={titleId} className={styles.proposal}>
      <div className={styles.by}>
        <Avatar name={author.name} picture={author.picture} size={28} />
        <span className={styles.name}>{texts.by(author.name, proposal.tokenName)}</span>
        <time
          dateTime={new Date(proposal.createdAt).toISOString()}
          title={formatFullTime(proposal.createdAt)}
          className={styles.time}
        >
          {formatWhen(proposal.createdAt, now)}
        </time>
      </div>
      <h3 id={titleId} translate="no" className={styles.name}>
        {proposal.title}
      </h3>
      {proposal.reason !== '' && (
        <p translate="no" className={styles.reason}>
          {proposal.reason}
        </p>
      )}
      <ul className={styles.changes}>
        {open.map((change) => (
          <ProposedChangeItem
            key={change.id}
            workspace={workspace}
            proposal={proposal}
            change={change}
            isBusy={isBusy}
            onDecide={canEdit ? (decision) => void decide(decision) : null}
          />
        ))}
      </ul>
      {!canEdit && <p className={styles.note}>{texts.readOnly}</p>}
      <div className={styles.buttons}>
        {canEdit && open.length > 1 && (
          <>
            {fitting.length > 0 && (
              <Button size="small" isBusy={isBusy} onClick={() => void decide({ accept: toIds(fitting), reject: [] })}>
                {allLabel}
              </Button>
            )}
            <Button
              size="small"
              variant="quiet"
              isBusy={isBusy}
              onClick={() => void decide({ accept: [], reject: toIds(open) })}
            >
              {texts.rejectAll}
            </Button>
          </>
        )}
        {proposal.author?.id === personId && (
          <Button size="small" variant="quiet" onClick={() => void withdraw()}>
            {texts.withdraw}
          </Button>
        )}
      </div>
    </section>
  )
}

/** Somebody who has left the project is still named: the proposal is theirs. */
function useAuthor(workspace: ProjectWorkspace, { author }: Proposal) {
  const { members, find } = useProjectPeople(workspace)
  if (author === null) return { name: texts.formerMember, picture: null }
  if (members.some(({ id }) => id === author.id)) return find(author.id)
  return { name: author.email, picture: allowedPictureUrl(author.picture) }
}
