import { getSharingIcon, projectMenuLabels, sharingIconTexts } from '@espalier/domain'
import type { ProjectClient } from '@espalier/sync'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import ListFilter from 'lucide-react/icons/list-filter'
import Redo from 'lucide-react/icons/redo-2'
import Search from 'lucide-react/icons/search'
import Undo from 'lucide-react/icons/undo-2'
import type { ReactNode } from 'react'
import { type Cell, useCell, type WritableCell } from '../../platform/cell.ts'
import { phoneScreen, useMediaQuery } from '../../platform/media-query.ts'
import { browser } from '../../platform/navigation.ts'
import { useNavigate } from '../../platform/router.tsx'
import { isProjectMenuOpen } from '../../shared/project-menu.ts'
import { openSharing } from '../../sharing/open-sharing.ts'
import { toolbarTexts } from '../../texts/toolbar.ts'
import { Button } from '../../ui/Button.tsx'
import { SharingIcon } from '../../ui/SharingIcon.tsx'
import { LazyBoundary, preloadableComponent } from '../../ui/lazy-component.tsx'
import { openFilterAction, openSearchAction } from '../actions/navigation-actions.ts'
import { redoAction, undoAction } from '../actions/undo-actions.ts'
import { LazyPeopleHere } from '../map/presence/presence.tsx'
import { isFilterShown } from '../workspace/filter-state.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import type { MetricSettings } from '../workspace/view-settings.ts'
import { ProjectTitle } from './ProjectTitle.tsx'
import { ActionButton, ToolButton } from './ToolButton.tsx'
import { ColorMenu, LensMenu, MetricsMenu, OrientationMenu, VisibilityMenu } from './ToolbarMenus.tsx'
import { ProgressRing, SavingMark } from './ToolbarStatus.tsx'
import styles from './Toolbar.module.css'

const toolPlaceholder = <span className={styles.tool} />
const editorPlaceholder = (
  <>
    {toolPlaceholder}
    {toolPlaceholder}
    {toolPlaceholder}
    {toolPlaceholder}
    {toolPlaceholder}
  </>
)
const readerPlaceholder = (
  <>
    {toolPlaceholder}
    {toolPlaceholder}
  </>
)

const DocumentTools = preloadableComponent(async () => (await import('./DocumentTools.tsx')).DocumentTools)

export interface ProjectToolbarProps {
  readonly workspace: ProjectWorkspace
  readonly metrics: WritableCell<MetricSettings>
}

/** One row on a wide screen. On a phone the row holds the title, and the rest is in the menu of the top bar. */
export function ProjectToolbar({ workspace, metrics }: ProjectToolbarProps) {
  const { showProgress, isProgressByEstimate } = useCell(metrics)
  const isPhone = useMediaQuery(phoneScreen)
  const isMenuOpen = useCell(isProjectMenuOpen)
  return (
    <div data-toolbar className={styles.bar}>
      <div className={styles.row}>
        <BackButton />
        <ProjectTitle client={workspace.client} />
        {isPhone && <SavingMark workspace={workspace} />}
        {isPhone && <PhoneFindButton workspace={workspace} />}
        {isPhone && <ShareButton client={workspace.client} />}
      </div>
      <div className={styles.rest} data-project-menu="" data-open={isMenuOpen ? '' : undefined}>
        <ToolGroups workspace={workspace} metrics={metrics} isPhone={isPhone} />
        <div className={styles.side}>
          <LazyPeopleHere workspace={workspace} />
          {!isPhone && <SavingMark workspace={workspace} />}
          {showProgress && <ProgressRing client={workspace.client} isByEstimate={isProgressByEstimate} />}
          {!isPhone && <ShareButton client={workspace.client} />}
        </div>
      </div>
    </div>
  )
}

const FindButton = ({ workspace }: Pick<ProjectToolbarProps, 'workspace'>) => (
  <ActionButton workspace={workspace} action={openSearchAction} label={toolbarTexts.find} Icon={Search} />
)

const FilterButton = ({ workspace }: Pick<ProjectToolbarProps, 'workspace'>) => (
  <ActionButton
    workspace={workspace}
    action={openFilterAction}
    label={toolbarTexts.filter}
    Icon={ListFilter}
    isExpanded={useCell(workspace.filter, isFilterShown)}
  />
)

/** It belongs to the tools, which a screen reader finds as a group. */
const PhoneFindButton = ({ workspace }: Pick<ProjectToolbarProps, 'workspace'>) =>
  useCell(workspace.client.canEdit) ? (
    <fieldset aria-label={toolbarTexts.tools} className={styles.tools}>
      <FindButton workspace={workspace} />
    </fieldset>
  ) : (
    <FindButton workspace={workspace} />
  )

interface ToolGroupsProps extends ProjectToolbarProps {
  /** Then Find is in the row above, and Undo at the foot of the screen. */
  readonly isPhone: boolean
}

function ToolGroups(props: ToolGroupsProps) {
  const canEdit = useCell(props.workspace.client.canEdit)
  if (!canEdit) return <ReaderTools {...props} />
  return props.isPhone ? (
    <div className={styles.tools}>
      <EditorTools {...props} />
    </div>
  ) : (
    <fieldset aria-label={toolbarTexts.tools} className={styles.tools}>
      <EditorTools {...props} />
    </fieldset>
  )
}

const EditorTools = ({ workspace, metrics, isPhone }: ToolGroupsProps) => (
  <>
    <fieldset aria-label={toolbarTexts.groups.edit} className={styles.group}>
      {!isPhone && (
        <UndoRedoButton
          workspace={workspace}
          action={undoAction}
          label={toolbarTexts.undo}
          Icon={Undo}
          isReady={workspace.client.canUndo}
        />
      )}
      <UndoRedoButton
        workspace={workspace}
        action={redoAction}
        label={toolbarTexts.redo}
        Icon={Redo}
        isReady={workspace.client.canRedo}
      />
      <ColorMenu workspace={workspace} />
    </fieldset>
    <fieldset aria-label={toolbarTexts.groups.display} className={styles.group}>
      {!isPhone && <FindButton workspace={workspace} />}
      <FilterButton workspace={workspace} />
      <OrientationMenu workspace={workspace} />
      <VisibilityMenu workspace={workspace} />
      <LensMenu workspace={workspace} />
      <MetricsMenu metrics={metrics} />
    </fieldset>
    <DocumentGroup workspace={workspace} placeholder={editorPlaceholder} />
  </>
)

/** Everything that changes nothing for others. */
const ReaderTools = ({ workspace, isPhone }: ToolGroupsProps) => (
  <div className={styles.tools}>
    <fieldset aria-label={toolbarTexts.groups.display} className={styles.group}>
      {!isPhone && <FindButton workspace={workspace} />}
      <FilterButton workspace={workspace} />
      <VisibilityMenu workspace={workspace} />
      <LensMenu workspace={workspace} />
    </fieldset>
    <DocumentGroup workspace={workspace} placeholder={readerPlaceholder} />
  </div>
)

interface DocumentGroupProps extends Pick<ProjectToolbarProps, 'workspace'> {
  /** As wide as the tools that are loaded later, so that the row does not move then. */
  readonly placeholder: ReactNode
}

const DocumentGroup = ({ workspace, placeholder }: DocumentGroupProps) => (
  <fieldset aria-label={toolbarTexts.groups.document} className={styles.group}>
    <LazyBoundary fallback={placeholder}>
      <DocumentTools workspace={workspace} />
    </LazyBoundary>
  </fieldset>
)

interface UndoRedoButtonProps extends Omit<Parameters<typeof ActionButton>[0], 'isDisabled'> {
  readonly isReady: Cell<boolean>
}

function UndoRedoButton({ isReady, ...button }: UndoRedoButtonProps) {
  return <ActionButton {...button} isDisabled={!useCell(isReady)} />
}

function BackButton() {
  const navigate = useNavigate()
  const goBack = () => void (browser.hasPast() ? navigate(-1) : navigate('/projects'))
  return <ToolButton label={toolbarTexts.back} Icon={ArrowLeft} onClick={goBack} />
}

function ShareButton({ client }: { readonly client: ProjectClient }) {
  const canEdit = useCell(client.canEdit)
  const icon = getSharingIcon(useCell(client.project, (project) => project.sharing))
  return (
    <Button
      size="small"
      disabled={!canEdit}
      data-tooltip={sharingIconTexts[icon]}
      // A tooltip is seen only; the icon's meaning has to be heard, too.
      aria-description={sharingIconTexts[icon]}
      aria-label={projectMenuLabels.share}
      onClick={() => openSharing(client.projectId)}
    >
      <SharingIcon icon={icon} size={16} />
      <span className={styles.word}>{projectMenuLabels.share}</span>
    </Button>
  )
}
